# Runs in network, mount and process namespaces of its own, in which it is process 1: when it ends, so does everything it
# started, with all mounts and interfaces. What engines write outside their own folders, they write over these two.
set -e
mount -t tmpfs tmpfs /run
if [ -d /etc/docker ]; then mount -t tmpfs tmpfs /etc/docker; fi
ip link set lo up
containerd --config "$1/containerd.toml" &
exec dockerd --config-file "$1/dockerd.json" --containerd /run/containerd/containerd.sock --host "unix://$1/docker.sock" \
  --data-root "$1/docker" --exec-root /run/docker --pidfile /run/docker.pid --storage-driver vfs \
  --exec-opt native.cgroupdriver=cgroupfs --cgroup-parent "$2"
