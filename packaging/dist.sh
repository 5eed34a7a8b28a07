#!/usr/bin/env bash
# make dist: static binaries of every platform as archives with headers, manual page and
# completions, Debian packages, and SHA256SUMS of all.
#
#   VERSION=0.1.0 PLATFORMS="linux/amd64 windows/arm64" packaging/dist.sh DIRECTORY
#
# The same commit, version and release of Go give the same bytes.
set -euo pipefail
umask 022
export LC_ALL=C TZ=UTC
unset MAKEFLAGS MAKELEVEL

out=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "$0")/.."
GO=${GO:-go}
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct 2>/dev/null || date +%s)}"
export SOURCE_DATE_EPOCH

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The licences of what is linked into the binary.
notices() {
    local path version dir file found
    echo "llad contains code of the Go distribution and of the Go modules below, under these licences."
    while read -r path version dir; do
        found=
        for file in "$dir"/LICENSE* "$dir"/UNLICENSE* "$dir"/COPYING* "$dir"/NOTICE*; do
            [ -f "$file" ] || continue
            found=yes
            printf '\n==== %s %s: %s ====\n\n' "$path" "$version" "$(basename "$file")"
            cat "$file"
        done
        [ "$found" ] || { echo "make dist: $path has no licence in $dir" >&2; return 1; }
    done < <(echo "Go $($GO env GOVERSION) $($GO env GOROOT)"
             $GO list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}' ./cmd/llad | sort -u)
}

# binary OS ARCH FILE
binary() {
    CGO_ENABLED=0 GOOS=$1 GOARCH=$2 $GO build -trimpath -buildvcs=auto \
        -ldflags "-s -w -X main.release=$VERSION" -o "$3" ./cmd/llad
}

# stage BINARY NAME DIRECTORY PREFIX: what `make install` installs, and the notices.
stage() {
    make -s install-files BINARY="$1" BINARYNAME="$2" GENERATOR="$work/here" DESTDIR="$3" PREFIX="$4"
    install -m 644 "$work/THIRD-PARTY-LICENSES" "$3$4/share/doc/llad/"
}

# settle DIRECTORY: every time is that of the commit.
settle() { find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +; }

# archive OS NAME: the directory $work/NAME as an archive.
archive() {
    settle "$work/$2"
    if [ "$1" != windows ]; then
        tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --format=ustar -cf - "$2" | gzip -9n >"$out/$2.tar.gz"
    elif command -v zip >/dev/null; then
        rm -f "$out/$2.zip"
        (cd "$work" && find "$2" | sort | zip -X -q -9 -@ "$out/$2.zip")
    else
        echo "make dist: zip is not installed, there is no $2.zip"
    fi
}

$GO build -ldflags "-X main.release=$VERSION" -o "$work/here" ./cmd/llad
notices >"$work/THIRD-PARTY-LICENSES"
rm -f "$out"/llad[-_]* "$out"/SHA256SUMS
for platform in $PLATFORMS; do
    os=${platform%/*} arch=${platform#*/}
    name=llad-$VERSION-$os-$arch
    exe=llad; [ "$os" != windows ] || exe=llad.exe
    binary "$os" "$arch" "$work/$name.bin"
    stage "$work/$name.bin" "$exe" "$work/$name" ""
    archive "$os" "$name"
    if [ "$os" = linux ]; then
        if command -v dpkg-deb >/dev/null; then
            stage "$work/$name.bin" llad "$work/$name.deb" /usr
            packaging/deb.sh "$work/$name.deb" "$arch" "$VERSION" "$out"
        else
            echo "make dist: dpkg-deb is not installed, there is no Debian package for $arch"
        fi
    fi
done
(cd "$out" && sha256sum llad[-_]* >SHA256SUMS && cat SHA256SUMS)
