# For the programs ./ferry-*, which source it with their name, a module's, and options for Maven: builds that module where
# sources changed, and sets for them root, built (the module's target) and java (of the JDK that the build found; the one on
# the PATH may be older). A failed build exits with 70 (EX_SOFTWARE of sysexits.h).

name=$1
module=$2
options=("${@:3}") # of Maven
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
built=$root/$module/target
last_built=$built/jdk.properties # the last file that the build writes
readonly BUILD_FAILED=70

build() {
    local said
    echo "$name: building first; this takes a minute, longer where libraries are not here yet." >&2
    said=$(mvn -B -q -ntp -f "$root/pom.xml" "${options[@]}" -DskipTests -pl "$module" -am package 2>&1) && return
    case $said in
        *'JDK 25 or newer must be installed'*)
            echo "$name: Ferry needs an installed JDK 25 or newer, below /usr/lib/jvm or named by JAVA_HOME; this machine has none." >&2 ;;
        *)
            printf '%s\n%s: the build failed, see above.\n' "$said" "$name" >&2 ;;
    esac
    exit "$BUILD_FAILED"
}

# A deleted file shows in the time of its folder.
if [ ! -e "$last_built" ] \
    || [ -n "$(find "$root"/pom.xml "$root"/*/pom.xml "$root"/*/src/main -newer "$last_built" -print -quit)" ]; then
    build
fi

java=$(sed -n 's/^ *java\.home = //p' "$last_built")/bin/java
