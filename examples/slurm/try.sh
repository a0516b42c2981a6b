#!/usr/bin/env bash
# Runs the scripts of this folder in a Slurm on one machine, from Debian's
# packages, and compares the results with runs without Slurm.
# docs/clusters.md describes it. It needs root and the packages slurm-wlm and munge:
#
#     examples/slurm/try.sh target/release/optile
#
# With the program of the feature `mpi`, jobs of several ranks are tried too. They need
# Open MPI (openmpi-bin) built with PMIx, as Debian's is:
#
#     examples/slurm/try.sh target/release/optile target/mpi/release/optile-mpi
set -euo pipefail
optile=$(realpath "${1:?the program is missing: expected the path of optile}")
optile_mpi=${2:+$(realpath "$2")}
here=$(realpath "$(dirname "$0")")
export OPTILE=$optile OPTILE_MPI=$optile_mpi
home=$(mktemp -d)
# The daemons run as root here, and no other daemons of Slurm run on the
# machine.
export SLURM_CONF=$home/slurm.conf
host=$(hostname -s)
pids=()
started_munge=no

# The system's groups for the jobs, if they are of version 1 and this process may
# write there.
groups=/sys/fs/cgroup
try=$groups/memory/optile-slurm-try
if mkdir "$try" 2>/dev/null && echo 1073741824 2>/dev/null >"$try/memory.limit_in_bytes"; then
    limits=cgroup
else
    limits=none
fi
rmdir "$try" 2>/dev/null || true

finish() {
    kill "${pids[@]}" 2>/dev/null || true
    wait "${pids[@]}" 2>/dev/null || true
    for group in "$groups"/*/"slurm_$host"; do
        [ ! -d "$group" ] || find "$group" -depth -type d -exec rmdir {} \; 2>/dev/null || true
    done
    [ $started_munge = no ] || service munge stop
    rm -rf "$home"
}
trap finish EXIT

fail() {
    echo "$*" >&2
    tail -n 30 "$home"/*.log >&2
    exit 1
}

if ! pgrep -x munged >/dev/null; then
    service munge start
    started_munge=yes
fi
cat >"$SLURM_CONF" <<CONF
ClusterName=try
SlurmctldHost=$host
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
StateSaveLocation=$home/state
SlurmdSpoolDir=$home/spool
SlurmctldPidFile=$home/slurmctld.pid
SlurmdPidFile=$home/slurmd.pid
SlurmctldPort=46817
SlurmdPort=46818
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/$limits
SchedulerType=sched/backfill
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
DefMemPerNode=1024
ReturnToService=2
KillWait=5
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(($(nproc) > 2 ? $(nproc) : 2)) RealMemory=2048 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
cat >"$home/cgroup.conf" <<CONF
CgroupPlugin=cgroup/v1
CgroupMountpoint=$groups
CgroupAutomount=no
ConstrainRAMSpace=yes
CONF
mkdir "$home/state" "$home/spool"
slurmctld -D >"$home/slurmctld.log" 2>&1 &
pids+=($!)
slurmd -D >"$home/slurmd.log" 2>&1 &
pids+=($!)
for _ in $(seq 100); do
    sinfo -h -o %t 2>/dev/null | grep -q idle && break
    sleep 0.2
done
sinfo

# Two folders have the same rows, apart from times, memory and origin.
compare() {
    for folder in "$1" "$2"; do
        cut -d, -f 1,3-16 "$home/$folder/results.csv" | sort >"$home/${folder//\//-}.rows"
    done
    diff "$home/${1//\//-}.rows" "$home/${2//\//-}.rows"
    echo "$3 made the same $(($(wc -l <"$home/${2//\//-}.rows") - 1)) rows as a run without Slurm"
}

# The memory of the machine, as a folder of results records it, is that of the job.
check_memory() {
    if [ "$limits" = none ]; then
        echo "not checked: no control groups of version 1 here that Slurm could limit"
        return
    fi
    grep -q "\"memory\": *$2\b" "$home/$1/run.json" ||
        fail "$1/run.json does not have the job's memory, $2 bytes"
    echo "the job's limit of $2 bytes was seen"
}

strategies=(--strategy astar:manhattan --strategy idastar:manhattan)
parts() {
    (cd "$home" && sbatch --wait --array=1-4 --time=5:00 --mem=512M "$here/parts.sh" smoke \
        "$home/parts" "${strategies[@]}")
}
parts
cat "$home"/*.log
"$optile" merge "$home"/parts/part-?  --out "$home/parts/all"
# If it is submitted again, it has nothing left to do.
parts
"$optile" merge "$home"/parts/part-? --out "$home/parts/all"

"$optile" run smoke "${strategies[@]}" --quiet --out "$home/alone"
compare parts/all alone "four jobs"
check_memory parts/part-1 $((512 << 20))

[ -n "$optile_mpi" ] || exit 0

srun --mpi=list 2>&1 | grep -qw pmix || fail "this Slurm has no plugin for PMIx: srun --mpi=list"
srun --mpi=pmix --ntasks=2 --mem=512M "$optile_mpi" explore --size 3x3 --quiet

strategies=(--strategy hda-mpi:manhattan --strategy idastar-mpi:manhattan)
# Submits a job of two ranks, which share one gibibyte.
ranks() {
    (cd "$home" && sbatch "$1" --ntasks-per-node=2 --time=5:00 --mem=1G --output="$home/ranks.log" \
        --open-mode=append "$here/ranks.sh" "${@:2}")
}
ranks --wait smoke "$home/ranks" "${strategies[@]}"
cat "$home/ranks.log"
"$optile_mpi" --local 2 run smoke "${strategies[@]}" --quiet --out "$home/threads"
compare ranks threads "a job of two ranks"
check_memory ranks $((1 << 30))

# A signal to the ranks ends the job as Ctrl-C does, and a killed rank ends it at once.
# The same script then makes the runs that are missing. Without signals, it takes from some
# seconds to a minute. The limit of time is not reached, because the counts would then differ.
runs=(--strategy idastar-mpi:manhattan --strategy idastar-mpi:misplaced --instance 79
    --node-limit 500M --time-limit 4m)
is_queued() {
    [ -n "$(squeue -h -j "$1" 2>/dev/null)" ]
}
# Waits for 30 seconds.
wait_until() {
    for _ in $(seq 300); do
        ! "$@" || return 0
        sleep 0.1
    done
    fail "not so after 30 seconds: $*"
}
is_over() {
    ! is_queued "$1"
}
for signal in INT KILL; do
    job=$(ranks --parsable korf100 "$home/signals" "${runs[@]}")
    wait_until pgrep -f "$optile_mpi run .*$home/signals" >/dev/null
    sleep 1
    is_queued "$job" || fail "the job ended before SIG$signal"
    if [ $signal = INT ]; then
        scancel --signal=INT "$job"
    else
        kill -KILL "$(pgrep -f "^$optile_mpi run .*$home/signals" | tail -n 1)"
    fi
    begin=$SECONDS
    wait_until is_over "$job"
    echo "SIG$signal to a rank ended the job after $((SECONDS - begin)) s:"
    cat "$home/ranks.log"
    rm -f "$home/ranks.log"
done
ranks --wait korf100 "$home/signals" "${runs[@]}"
"$optile_mpi" --local 2 run korf100 "${runs[@]}" --quiet --out "$home/calm"
compare signals calm "a job that got signals and was submitted again"
