#!/usr/bin/env bash
# Makes a Debian package of what is installed below ROOT/usr.
#
#   packaging/deb.sh ROOT ARCHITECTURE VERSION DIRECTORY
set -euo pipefail
umask 022
root=$1 arch=$2 version=$3 out=$4
doc=$root/usr/share/doc/llad

# Where Debian's policy wants them.
gzip -9n "$root/usr/share/man/man1/llad.1"
gzip -9n <"$doc/CHANGELOG.md" >"$doc/changelog.gz"
cat "$doc/LICENSE" <(echo) "$doc/THIRD-PARTY-LICENSES" >"$doc/copyright"
rm "$doc/LICENSE" "$doc/THIRD-PARTY-LICENSES"
mkdir -p "$root/usr/share/zsh/vendor-completions"
mv "$root/usr/share/zsh/site-functions/_llad" "$root/usr/share/zsh/vendor-completions/"
rmdir "$root/usr/share/zsh/site-functions"

mkdir "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<END
Package: llad
Version: $version
Architecture: $arch
Maintainer: the authors of llad
Section: devel
Priority: optional
Installed-Size: $(du -sk --apparent-size "$root/usr" | cut -f1)
Suggests: clang, rustc
Description: derivatives of functions in LLVM IR
 llad reads the LLVM IR that clang or rustc prints for a C, C++ or Rust function
 and writes functions that compute its gradient (reverse mode) or its tangent
 (forward mode), as LLVM IR that the same compiler builds.
END
(cd "$root" && find usr -type f | LC_ALL=C sort | xargs -d '\n' md5sum >DEBIAN/md5sums)
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz --build "$root" "$out/llad_${version}_$arch.deb" >/dev/null
