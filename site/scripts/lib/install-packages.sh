#!/bin/sh
# Installs Debian packages, as root, and leaves services alone: none of theirs is started now or with the system, and what ran or
# started before goes on so. Arguments: the system's root folder (empty; tests have one of their own), and the packages.
set -eu
root=$1
shift
# Where Debian's own tools for administrators lie; not everybody's path leads there.
PATH=$PATH:/usr/sbin:/sbin

# Asked by Debian's packages before they start, restart or stop a service (invoke-rc.d(8)); 101 forbids it.
policy=$root/usr/sbin/policy-rc.d
set_aside=$policy.set-aside
mark='# Of an installation of packages that should start no service; gone with it.'

is_there() {
  [ -e "$1" ] || [ -L "$1" ]
}

restore_policy() {
  if grep -qsF "$mark" "$policy"; then rm -f "$policy"; fi
  if is_there "$set_aside" && ! is_there "$policy"; then mv "$set_aside" "$policy"; fi
}

# Services that start with the system: systemd's units and the scripts of System V, as the links that enable them.
enabled() {
  find "$root"/etc/systemd/system/*.wants "$root"/etc/rc[S2345].d -path '*.wants/*' -o -name 'S[0-9][0-9]*' | sort
} 2>/dev/null

# The list of an installation that was killed comes first.
restore_policy
if is_there "$set_aside"; then
  echo "$set_aside and $policy are there, and one would take the place of the other: move one away." >&2
  exit 1
fi
trap restore_policy EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
if is_there "$policy"; then mv "$policy" "$set_aside"; fi
printf '#!/bin/sh\n%s\nexit 101\n' "$mark" >"$policy"
chmod 755 "$policy"

before=$(enabled)
# Where only one of several sources can't be read, the others may do: the installation tells.
echo 'apt-get update'
apt-get update || true
# Restarts services after an installation, whatever the policy says (needrestart(1)).
export NEEDRESTART_SUSPEND=1
# Another package that stands in the way, such as another Docker or nginx, stays: its service may be running.
install='apt-get install --yes --no-remove --no-install-recommends'
echo "$install $*"
status=0
# One that can't be had, or that something installed lets not in, takes none of the others with it.
if ! $install "$@"; then
  for package in "$@"; do
    $install "$package" || status=$?
  done
fi

for link in $(enabled); do
  # One of several of a service goes with the first.
  [ -L "$link" ] || continue
  name=${link##*/}
  case "
$before
" in
  *"
$link
"*) ;;
  *)
    case $link in
    # As `systemctl disable`, which not every system has; Debian's own helper works only within an installation.
    *.wants/*) rm -f "$link" ;;
    *) update-rc.d "${name#S??}" disable ;;
    esac
    ;;
  esac
done
exit "$status"
