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
libraries=$root/resources/system-libraries.txt

# Everything goes to standard error: standard output belongs to the program that is started afterwards.
say() { printf 'nerinspect: %s\n' "$*" >&2; }

# The path is part of the key because the scripts in a venv name it: a moved checkout needs a new venv.
key() {
    printf '%s\n' "$root"
    "$python" -V 2>&1
    cat "$root/pyproject.toml" "$constraints" "$libraries" "$root/packaging/setup.sh" | cksum
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

refuse_python() {
    say "Python 3.11, 3.12, 3.13 or 3.14 is needed, and none was found. Install one, then start again."
    exit 1
}

# Whether .venv can be kept: its Python runs, is the one that it was made with, and the checkout was not moved.
is_usable() {
    local old
    "$python" -I -c 'import pip' 2>/dev/null || return 1
    for old in "$venv"/nerinspect-*.stamp; do
        [ ! -f "$old" ] || [ "$(head -n 1 "$old")" = "$root" ] || return 1
    done
}

# --- system packages --------------------------------------------------------------------------------------------
# What is missing is printed by the names of the Debian packages, one a line.

is_debian() { command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; }

# Debian keeps what makes a venv in a package of its own.
missing_python() {
    local base
    if is_usable; then return; fi
    base=$(find_python)
    if [ -z "$base" ]; then
        printf '%s\n' python3 python3-venv
    elif ! "$base" -c 'import ensurepip' 2>/dev/null; then
        "$base" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'
    fi
}

# The folder of ldconfig is not on every user's PATH. Without ldconfig nothing is known, and the program tells later.
missing_libraries() {
    local known soname package
    known=$(PATH=$PATH:/usr/sbin:/sbin ldconfig -p 2>/dev/null) || return 0
    while read -r soname package; do
        case $soname in '#'*) continue ;; esac
        case $known in *$'\t'"$soname ("*) ;; *) printf '%s\n' "$package" ;; esac
    done <"$libraries"
}

# Without any font every glyph is an empty box, and nothing reports an error.
has_font() {
    local found
    found=$(find /usr/share/fonts /usr/local/share/fonts "${HOME:-}/.fonts" "${HOME:-}/.local/share/fonts" \
        \( -name '*.[to]t[fc]' -o -name '*.pf[ab]*' \) -print -quit 2>/dev/null || true)
    [ -n "$found" ]
}

# The tests drive a real X window and look at scripts.
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

# All that is missing is told at once, and before anything is downloaded.
check_system() {
    local packages command as_root
    [ "$(uname -s)" = Linux ] || return 0 # elsewhere Qt brings everything, and windows come without X
    packages=$({
        missing_python
        missing_libraries
        missing_extras
    } | sort -u)
    packages=${packages//$'\n'/ }
    [ -n "$packages" ] || return 0
    if ! is_debian; then
        say "missing, by the names of the Debian packages: $packages" # some may have another name, or not be needed
        return 0
    fi
    # Newer releases have some under other names (libglib2.0-0t64), which apt-get finds by these.
    command="apt-get install --no-install-recommends $packages"
    if [ "$(id -u)" != 0 ]; then
        say "system packages are missing. Install them, then start again:"
        as_root=$(command -v sudo >/dev/null && echo "sudo sh -c" || echo "su - -c")
        printf '    %s "apt-get update; %s"\n' "$as_root" "$command" >&2
        exit 1
    fi
    say "refreshing the list of system packages"
    apt-get update >/dev/null 2>&1 || true # one broken source need not matter: the installation decides
    # shellcheck disable=SC2086  # names of packages: one word each
    quietly "installing system packages: $packages" env DEBIAN_FRONTEND=noninteractive $command -y
}

# --- .venv ------------------------------------------------------------------------------------------------------

make_venv() {
    local base
    base=$(find_python)
    [ -n "$base" ] || refuse_python
    quietly "making .venv with $("$base" -V)" "$base" -m venv --clear "$venv"
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

# A Python that is too old cannot be mended by a package, so it is told before anything is asked for.
is_usable || [ -n "$(find_python)" ] || { is_debian && ! command -v python3 >/dev/null; } || refuse_python
check_system
is_usable || make_venv
rm -f "$venv"/nerinspect-*.stamp # an interrupted installation must not look complete
install
key >"$venv/nerinspect-run.stamp"
[ "$extras" = run ] || key >"$stamp" # what suffices for the tests suffices for the program
