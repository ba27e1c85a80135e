#!/usr/bin/env bash
# Prepare .venv in the checkout: `setup.sh run` for using the program, `setup.sh dev` for its tests as well.
# A stamp in .venv tells that all is in place, so that the next start costs no time.
set -euo pipefail

extras=${1:-run}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
venv=$root/.venv
python=$venv/bin/python
stamp=$venv/nerinspect-$extras.stamp
constraints=$root/packaging/constraints.txt

# Everything goes to standard error: standard output belongs to the program that is started afterwards.
say() { printf 'nerinspect: %s\n' "$*" >&2; }

# The path is part of the key because the scripts in a venv name it: a moved checkout needs a new venv.
key() {
    printf '%s\n' "$root"
    "$python" -V 2>&1
    cat "$root/pyproject.toml" "$constraints" "$root/packaging/setup.sh" | cksum
}

is_ready() { [ -x "$python" ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(key)" ]; }

# Show one line; the command's own words only if it fails.
quietly() {
    local message=$1 words
    shift
    say "$message"
    if ! words=$("$@" 2>&1); then
        printf '%s\n' "$words" >&2
        say "this failed: $message"
        exit 1
    fi
}

# --- system packages --------------------------------------------------------------------------------------------

is_debian() { command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; }

# Newer Debian and Ubuntu releases renamed some libraries: libglib2.0-0 is libglib2.0-0t64 there.
current_name() {
    if [ -z "$(apt-cache show "$1" 2>/dev/null)" ] && [ -n "$(apt-cache show "$1t64" 2>/dev/null)" ]; then
        printf '%s\n' "$1t64"
    else
        printf '%s\n' "$1"
    fi
}

# Install Debian packages, or end with the command that does.
need_packages() {
    local name names=()
    if [ "$(id -u)" = 0 ]; then
        say "refreshing the list of system packages"
        apt-get update >/dev/null 2>&1 || true # one broken source need not matter: the installation decides
    fi
    for name in "$@"; do names+=("$(current_name "$name")"); done
    if [ "$(id -u)" = 0 ]; then
        quietly "installing system packages: ${names[*]}" \
            env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${names[@]}"
    else
        say "system packages are missing. Install them, then start again:"
        printf '    sudo apt-get install --no-install-recommends %s\n' "${names[*]}" >&2
        exit 1
    fi
}

# Sonames that Qt asks for and the system lacks. Both platform plugins count: with a display and without one.
missing_libraries() {
    local qt
    command -v ldd >/dev/null || return 0
    for qt in "$venv"/lib/python3*/site-packages/PySide6; do
        ldd "$qt"/Qt{Core,Gui,Widgets,Svg,PrintSupport,Test}.abi3.so \
            "$qt"/Qt/plugins/platforms/libq{offscreen,xcb}.so \
            "$qt"/Qt/plugins/{iconengines,imageformats}/*.so 2>/dev/null || true
    done | awk '/=> not found/ && $1 !~ /^lib(Qt6|pyside6|shiboken6)/ { print $1 }' | sort -u
}

# Debian names a library's package after its soname: libX11-xcb.so.1 is in libx11-xcb1, libdbus-1.so.3 in libdbus-1-3.
package_of() {
    case $1 in
        libglib-2.0.* | libgthread-2.0.* | libgobject-2.0.* | libgio-2.0.* | libgmodule-2.0.*) echo libglib2.0-0 ;;
        libz.so.1) echo zlib1g ;;
        *) printf '%s\n' "$1" | tr '[:upper:]_' '[:lower:]-' | sed -E 's/([0-9])\.so\./\1-/; s/\.so\.//' ;;
    esac
}

# Without any font every glyph is an empty box, and nothing reports an error.
has_font() {
    local found
    found=$(find /usr/share/fonts /usr/local/share/fonts "${HOME:-}/.fonts" "${HOME:-}/.local/share/fonts" \
        \( -name '*.[to]t[fc]' -o -name '*.pf[ab]*' \) -print -quit 2>/dev/null || true)
    [ -n "$found" ]
}

# Debian packages with the tools and fonts that are missing: the tests drive a real X window and look at scripts.
missing_extras() {
    local package
    if [ "$extras" = run ]; then
        has_font || echo fonts-noto-core
        return
    fi
    command -v Xvfb >/dev/null || echo xvfb
    command -v xauth >/dev/null || echo xauth
    command -v xdotool >/dev/null || echo xdotool
    command -v convert >/dev/null || command -v magick >/dev/null || echo imagemagick
    for package in fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji; do
        if is_debian && ! dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q ' installed$'; then
            echo "$package"
        fi
    done
}

check_system() {
    local soname packages missing
    [ "$(uname -s)" = Linux ] || return 0 # elsewhere Qt brings everything, and windows come without X
    missing=$(missing_libraries)
    packages=$({
        for soname in $missing; do package_of "$soname"; done
        missing_extras
    } | sort -u)
    if is_debian && [ -n "$packages" ]; then
        # shellcheck disable=SC2086  # names of packages: one word each
        need_packages $packages
        missing=$(missing_libraries)
        packages=
    fi
    # Qt may do without some of them: say so and go on.
    [ -z "$missing" ] || say "libraries that Qt may need are missing: ${missing//$'\n'/ }"
    [ -z "$packages" ] || say "missing, by the names of the Debian packages: ${packages//$'\n'/ }"
}

# --- Python -----------------------------------------------------------------------------------------------------

find_python() {
    local name
    for name in python3 python3.13 python3.12 python3.11 python3.14; do
        # Asking the interpreter, for a name may stand for nothing that runs.
        if "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null; then
            printf '%s\n' "$name"
            return
        fi
    done
}

make_venv() {
    local base version
    base=$(find_python)
    if [ -z "$base" ] && is_debian && ! command -v python3 >/dev/null; then
        need_packages python3 python3-venv
        base=$(find_python)
    fi
    if [ -z "$base" ]; then
        say "Python 3.11, 3.12, 3.13 or 3.14 is needed, and none was found. Install one, then start again."
        exit 1
    fi
    # Debian keeps what makes a venv in a package of its own.
    if is_debian && ! "$base" -c 'import ensurepip' 2>/dev/null; then
        version=$("$base" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        need_packages "python$version-venv"
    fi
    quietly "making .venv with $("$base" -V)" "$base" -m venv --clear "$venv"
}

# Whether .venv can be kept: its Python runs, is the one that it was made with, and the checkout was not moved.
is_usable() {
    local old
    "$python" -I -c 'import pip' 2>/dev/null || return 1
    for old in "$venv"/nerinspect-*.stamp; do
        [ ! -f "$old" ] || [ "$(head -n 1 "$old")" = "$root" ] || return 1
    done
}

install() {
    local target=$root
    [ "$extras" = run ] || target="${root}[$extras]"
    # The build backend is installed first, and not by pip in isolation, because the constraints shall bind it too.
    quietly "installing what is needed into .venv (the first time takes a minute or two)" \
        pip_install hatchling editables
    quietly "installing nerinspect into .venv" pip_install --no-build-isolation -e "$target"
}

pip_install() {
    "$python" -I -m pip install --quiet --no-input --disable-pip-version-check -c "$constraints" "$@"
}

if is_ready; then exit 0; fi

# Two at once would spoil the environment; the second one waits, and then finds everything done.
if command -v flock >/dev/null; then
    exec 9<"$root"
    flock -n 9 || { say "waiting for another setup to end" && flock 9; }
    if is_ready; then exit 0; fi
fi

is_usable || make_venv
rm -f "$venv"/nerinspect-*.stamp # an interrupted installation must not look complete
install
check_system
key >"$venv/nerinspect-run.stamp"
[ "$extras" = run ] || key >"$stamp" # what suffices for the tests suffices for the program
