import "../styles/index.css";
import { socketUrl } from "../api/urls";
import { followApprovals } from "../live/me";
import { enableCopyButtons } from "../ui/copyButtons";
import { enableDismiss } from "../ui/dismiss";
import { keepTimesFresh } from "../ui/relativeTimes";
import { enableThemeSwitch } from "../ui/theme";

keepTimesFresh();
enableThemeSwitch();
enableCopyButtons();
enableDismiss();
// Only signed-in pages have the frame, and with it the count of waiting approvals.
if (document.querySelector(".sidebar")) followApprovals(socketUrl("/ws/me/"));
