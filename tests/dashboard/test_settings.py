"""Each setting: a wrong value stops the start in one line, a forgotten or mistyped one is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from dashboard import environment
from dashboard.environment import SettingRefused
from dashboard.known_settings import FOR_TESTS, KNOWN, SETTINGS, settings_page, unknown_settings
from tests.dashboard.test_security import manage, settings_with

WRONG = {
    "TRACKSIDE_DATA": __file__,
    "PORT": "70000",
    "DATABASE_URL": "mysql://localhost/trackside",
    "REDIS_URL": "localhost:6379",
    "ORCHESTRATION_BACKEND": "celery",
    "SECRET_KEY": "short",
    "ALLOWED_HOSTS": "https://trackside.example.org",
    "TRUSTED_ORIGINS": "trackside.example.org",
    "TRACKSIDE_HTTPS": "perhaps",
    "TRACKSIDE_HSTS_SUBDOMAINS": "perhaps",
    "TRACKSIDE_BEHIND_PROXY": "perhaps",
    "TRACKSIDE_SESSION_HOURS": "0",
    "TRACKSIDE_RUN_STARTS_PER_MINUTE": "-1",
    "TRACKSIDE_TOOL_MODULES": "acme/tools.py",
    "TRACKSIDE_RETRY_BASE_SECONDS": "nan",
    "TRACKSIDE_RETRY_CAP_SECONDS": "1e9",
    "TRACKSIDE_MAX_PREDICATE_RERUNS": "1.5",
    "TRACKSIDE_METRICS_TOKEN": "short",
    "TRACKSIDE_LOG": "xml",
    "TRACKSIDE_LOG_LEVEL": "loud",
    "DEBUG": "perhaps",
}


def test_every_setting_has_a_wrong_value_here() -> None:
    assert set(WRONG) == set(KNOWN)


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_value_stops_the_start_with_name_shape_and_example(tmp_path: Path, name: str) -> None:
    """`manage.py` prints exactly this text; see test_security.py."""
    with pytest.raises(SettingRefused) as refused:
        settings_with(**{"TRACKSIDE_DATA": str(tmp_path), name: WRONG[name]})
    (line,) = str(refused.value).splitlines()
    assert line.startswith(f"{name} is not {KNOWN[name].shape}")
    assert line.endswith(f"For example: {name}={KNOWN[name].example}")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("REDIS_URL", "redis://"),
        ("REDIS_URL", "http://localhost"),
        ("REDIS_URL", "redis://localhost:many"),
        ("REDIS_URL", "redis://[::1"),
        ("REDIS_URL", "unix://"),
        ("TRACKSIDE_SESSION_HOURS", "9" * 5000),
        ("TRACKSIDE_SESSION_HOURS", "٣"),
        ("TRACKSIDE_RETRY_BASE_SECONDS", "-inf"),
        ("TRACKSIDE_RETRY_BASE_SECONDS", "soon"),
        ("TRACKSIDE_TOOL_MODULES", "acme..tools"),
    ],
)
def test_other_wrong_values(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(SettingRefused, match=f"^{name} is not "):
        settings_with(**{"TRACKSIDE_DATA": str(tmp_path), name: value})


def test_no_secret_is_repeated_when_it_is_refused(tmp_path: Path) -> None:
    for setting in SETTINGS:
        if setting.secret:
            with pytest.raises(SettingRefused) as refused:
                settings_with(**{"TRACKSIDE_DATA": str(tmp_path), setting.name: "hunter2"})
            assert "hunter2" not in str(refused.value)


def test_every_example_of_the_list_is_accepted(tmp_path: Path) -> None:
    """But for the folders and servers that are not here."""
    for setting in SETTINGS:
        if setting.name not in ("TRACKSIDE_DATA", "DATABASE_URL") and not setting.example.startswith("$("):
            settings_with(**{"TRACKSIDE_DATA": str(tmp_path), setting.name: setting.example})


def test_what_is_documented_is_what_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other way round holds too: `given` reads no name that the list lacks."""
    read: set[str] = set()
    original = environment.given

    def given(name: str) -> str | None:
        read.add(name)
        return original(name)

    monkeypatch.setattr(environment, "given", given)
    settings_with(TRACKSIDE_DATA=str(tmp_path))
    assert read == set(KNOWN)
    with pytest.raises(AssertionError, match="TRACKSIDE_NEW"):
        original("TRACKSIDE_NEW")


def test_the_page_has_a_row_for_each() -> None:
    page = "\n".join(settings_page())
    assert all(f"| `{name}` |" in page for name in KNOWN)


def test_a_mistyped_name_is_warned_about_with_the_nearest(tmp_path: Path) -> None:
    result = manage("check", TRACKSIDE_DATA=str(tmp_path), TRACKSIDE_HTPS="on")
    assert result.returncode == 0
    assert "TRACKSIDE_HTPS is set, and there is no such setting" in result.stderr
    assert "TRACKSIDE_HTTPS." in result.stderr


def test_nothing_else_is_warned_about() -> None:
    files = {f"{name}_FILE" for name in KNOWN}
    assert not list(unknown_settings({*KNOWN, *files, *FOR_TESTS, "PATH", "TRACKSIDE"}))
    (far,) = unknown_settings(["TRACKSIDE_QQQQQQ"])
    assert "nearest" not in far


def test_a_redis_address_makes_the_channel_layer(tmp_path: Path) -> None:
    found = settings_with(TRACKSIDE_DATA=str(tmp_path), REDIS_URL="redis://localhost:6399/1")
    layer = found["CHANNEL_LAYERS"]["default"]
    assert layer["BACKEND"] == "channels_redis.core.RedisChannelLayer"
    assert layer["CONFIG"]["hosts"] == ["redis://localhost:6399/1"]


def test_a_redis_address_without_its_packages_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "find_spec", lambda name: None)
    with pytest.raises(SettingRefused, match=r"^REDIS_URL is set.*scaled\.txt$"):
        settings_with(TRACKSIDE_DATA=str(tmp_path), REDIS_URL="redis://localhost")


def test_the_production_profile_has_nothing_to_complain_about(tmp_path: Path) -> None:
    """All checks, not only those of security."""
    result = manage(
        "check",
        "--deploy",
        "--fail-level=WARNING",
        ALLOWED_HOSTS="trackside.example.org",
        TRUSTED_ORIGINS="https://trackside.example.org",
        TRACKSIDE_HTTPS="on",
        REDIS_URL="redis://localhost:6379/0",
        TRACKSIDE_DATA=str(tmp_path),
    )
    complaints = [line for line in result.stderr.splitlines() if line.startswith("?:")]
    # A checkout whose front end is not built says so; that is no matter of settings.
    assert [line for line in complaints if "django_vite.W001" not in line] == []
