#!/usr/bin/env bash
# Two hosts that share no network but a cable, each with a node of Ray, and a program that runs on the first:
#   unshare --map-root-user --net --pid --fork --kill-child --mount-proc bash two_hosts.sh PYTHON FOLDER PROGRAM…
# The namespaces end with this script, and all that runs in them.
set -euo pipefail
python=$1 folder=$2
shift 2
ray() { "$python" -m ray.scripts.scripts "$@"; }

ip link set lo up
unshare --net sleep infinity &
other=$!
# Until it is in a network of its own.
while [ "$(readlink "/proc/$other/ns/net")" = "$(readlink /proc/self/ns/net)" ]; do sleep 0.1; done
on_other() { nsenter --target "$other" --net "$@"; }

ip link add here type veth peer name there
ip link set there netns "$other"
ip addr add 10.77.0.1/24 dev here
ip link set here up
on_other ip addr add 10.77.0.2/24 dev there
on_other ip link set there up
on_other ip link set lo up
[ $# -gt 0 ] || exit 0

# A token that an earlier cluster of this user left behind is none of this one's.
export RAY_USAGE_STATS_ENABLED=0 RAY_AUTH_MODE=disabled
usual=(--disable-usage-stats --object-store-memory=100000000)
ray start --head --num-cpus=0 --node-ip-address=10.77.0.1 --port=6379 --include-dashboard=false --temp-dir="$folder" "${usual[@]}"
on_other "$python" -m ray.scripts.scripts start --address=10.77.0.1:6379 --num-cpus=1 --node-ip-address=10.77.0.2 "${usual[@]}"
RAY_ADDRESS=10.77.0.1:6379 "$@"
