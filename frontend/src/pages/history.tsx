import { enablePicking } from "../graphs/pickTwo";
import "../styles/graphs.css";

const form = document.querySelector<HTMLFormElement>("form[data-compare]");
if (form) enablePicking(form);
