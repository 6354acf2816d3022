"""Every setting, read from the environment once, with a default that works on a laptop."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONCE, NONE, SELF, UNSAFE_INLINE
from django.core.management.utils import get_random_secret_key

from dashboard.environment import (
    SettingRefused,
    choice,
    database,
    flag,
    folder,
    hosts,
    modules,
    origins,
    port,
    private_file,
    public_address,
    redis,
    seconds,
    secret,
    whole,
)
from dashboard.watching import logs

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = folder("TRACKSIDE_DATA", default=BASE_DIR / "var")


def secret_key() -> str:
    """The signing key: from the environment, else made once and kept in the data folder."""
    if key := secret("SECRET_KEY"):
        return key
    path = DATA_DIR / "secret_key"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(get_random_secret_key())
    return path.read_text().strip()


# ── where it runs ───────────────────────────────────────────────────────────────────────────

SECRET_KEY = secret_key()
DEBUG = flag("DEBUG", default=False)
LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
NAMED_HOSTS = hosts("ALLOWED_HOSTS", default=LOCAL_HOSTS)
# This machine always: its own checks and its scripts know no other name.
ALLOWED_HOSTS = list(dict.fromkeys(NAMED_HOSTS + LOCAL_HOSTS))
CSRF_TRUSTED_ORIGINS = origins("TRUSTED_ORIGINS")
PORT = port("PORT", default=8000)
# Away from localhost everything is HTTPS, unless a setting says otherwise.
HTTPS = flag("TRACKSIDE_HTTPS", default=not set(NAMED_HOSTS) <= set(LOCAL_HOSTS))
# `serve` speaks HTTP, so with HTTPS there is a proxy, and only its header tells which requests came by it.
BEHIND_PROXY = flag("TRACKSIDE_BEHIND_PROXY", default=HTTPS)
if HTTPS and not BEHIND_PROXY:
    raise SettingRefused(
        "TRACKSIDE_BEHIND_PROXY is off while TRACKSIDE_HTTPS is on: every page would redirect to itself. "
        "For example: TRACKSIDE_BEHIND_PROXY=on, or TRACKSIDE_HTTPS=off without a proxy"
    )
PUBLIC_ADDRESS = public_address(NAMED_HOSTS, CSRF_TRUSTED_ORIGINS, https=HTTPS, local=LOCAL_HOSTS)

ROOT_URLCONF = "dashboard.urls"
ASGI_APPLICATION = "dashboard.asgi.application"
INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "servestatic",
    "django.contrib.staticfiles",
    "channels",
    "rest_framework",
    "drf_spectacular",
    # The script that draws the API's documentation, from here and not from somebody's network.
    "drf_spectacular_sidecar",
    "csp",
    "django_vite",
    "orchestration",
    "dashboard",
    "examples",
]
MIDDLEWARE = [
    # Before whatever looks at the host or the scheme: a load balancer asks by address, over HTTP.
    "dashboard.views.health.HealthMiddleware",
    "dashboard.watching.middleware.WatchMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "dashboard.origins.origin_middleware",
    # Nothing is reachable without signing in, except what says so itself.
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "dashboard.views.frame.frame",
            ]
        },
    }
]

# ── what it keeps ───────────────────────────────────────────────────────────────────────────

DATABASES = {"default": database("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'trackside.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE: a read-then-append transaction waits its turn instead of failing with "locked".
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
    # SQLite gives its -wal and -shm files the rights of this one.
    private_file("DATABASE_URL", DATABASES["default"]["NAME"])
    # A file, like the real one: a database in memory is one connection and knows no concurrency.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
REDIS_URL = redis("REDIS_URL")
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}
    if REDIS_URL is None
    else {
        "BACKEND": "channels_redis.core.RedisChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": "trackside"},
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024

# ── what carries runs on ────────────────────────────────────────────────────────────────────

ORCHESTRATION_BACKEND = choice("ORCHESTRATION_BACKEND", ("embedded",), default="embedded")
TRACKSIDE_TOOL_MODULES = modules("TRACKSIDE_TOOL_MODULES")
TRACKSIDE_RETRY_BASE_SECONDS = seconds("TRACKSIDE_RETRY_BASE_SECONDS", default=0.5)
TRACKSIDE_RETRY_CAP_SECONDS = seconds("TRACKSIDE_RETRY_CAP_SECONDS", default=60.0)
TRACKSIDE_MAX_PREDICATE_RERUNS = whole("TRACKSIDE_MAX_PREDICATE_RERUNS", default=2, least=0, most=100)
TRACKSIDE_RUN_STARTS_PER_MINUTE = whole(
    "TRACKSIDE_RUN_STARTS_PER_MINUTE", default=120, least=0, most=1_000_000
)

# ── language and time ───────────────────────────────────────────────────────────────────────

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"

# ── being watched ───────────────────────────────────────────────────────────────────────────

TRACKSIDE_METRICS_TOKEN = secret("TRACKSIDE_METRICS_TOKEN")
TRACKSIDE_LOG = choice("TRACKSIDE_LOG", ("json", "text"), default="text" if sys.stderr.isatty() else "json")
# A person at a terminal wants the one line of `make run` and what went wrong. So does whoever runs another
# command by cron: its lines are mail.
TRACKSIDE_LOG_LEVEL = choice(
    "TRACKSIDE_LOG_LEVEL",
    ("debug", "info", "warning", "error"),
    default="info" if TRACKSIDE_LOG == "json" and sys.argv[1:2] == ["serve"] else "warning",
)
LOGGING = logs.configuration(
    TRACKSIDE_LOG,
    TRACKSIDE_LOG_LEVEL,
    secrets=(
        SECRET_KEY,
        TRACKSIDE_METRICS_TOKEN or "",
        str(DATABASES["default"].get("PASSWORD") or ""),
        (urlsplit(REDIS_URL).password or "") if REDIS_URL else "",
    ),
)

# ── signing in ──────────────────────────────────────────────────────────────────────────────

LOGIN_URL = "signin"
LOGIN_REDIRECT_URL = "home"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
SESSION_COOKIE_AGE = 3600 * whole("TRACKSIDE_SESSION_HOURS", default=14 * 24, least=1, most=8760)
# Cookies of one host are shared by all its ports: own names keep other projects' apart.
SESSION_COOKIE_NAME = "trackside_session"
CSRF_COOKIE_NAME = "trackside_csrf"
CSRF_COOKIE_HTTPONLY = True  # the page hands the token to scripts in a meta tag
CSRF_FAILURE_VIEW = "dashboard.views.errors.csrf_failure"

# ── security ────────────────────────────────────────────────────────────────────────────────

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
# For this host alone: what else runs in the domain is not ours to decide, and preload cannot be undone.
SECURE_HSTS_INCLUDE_SUBDOMAINS = flag("TRACKSIDE_HSTS_SUBDOMAINS", default=False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "style-src-elem": [SELF, NONCE],
        # React Flow and progress bars place things by style attributes; attributes cannot load code.
        "style-src-attr": [UNSAFE_INLINE],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# ── static files ────────────────────────────────────────────────────────────────────────────

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "servestatic.storage.CompressedStaticFilesStorage"},
}
# Served from where they were built, with the compressed twins that the build puts beside them:
# no copy of them can be stale.
SERVESTATIC_USE_FINDERS = True
SERVESTATIC_USE_STATIC_ROOT = False
SERVESTATIC_ALLOW_ALL_ORIGINS = False
# Vite puts a hash of the contents into these names, so they can be kept for ever.
SERVESTATIC_IMMUTABLE_FILE_TEST = r"^/static/dist/assets/.+-[\w-]{8}\.\w+$"
DJANGO_VITE = {
    "default": {
        "manifest_path": BASE_DIR / "static" / "dist" / "manifest.json",
        "static_url_prefix": "dist",
    }
}

# ── the API ─────────────────────────────────────────────────────────────────────────────────

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "dashboard.api.authentication.TokenAuthentication",
        "dashboard.api.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["dashboard.api.parsers.ExactJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["dashboard.api.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "dashboard.api.problems.handler",
    # OPTIONS would describe every view in a form of its own; the OpenAPI document does that.
    "DEFAULT_METADATA_CLASS": None,
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Trackside",
    "DESCRIPTION": "Task graphs, their runs and their approvals. Lists come in pages: `next` is the address "
    "of the one that follows. Refusals are `application/problem+json`, with a `code` for programs.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "COMPONENT_SPLIT_REQUEST": True,
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.IsAuthenticated"],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": [
        "dashboard.api.openapi.add_body_refusals",
        "dashboard.api.openapi.add_socket_messages",
        "dashboard.api.openapi_links.add_links",
    ],
}
