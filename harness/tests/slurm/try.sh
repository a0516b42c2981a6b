#!/usr/bin/env bash
# Runs the script of `optile slurm` in a Slurm on one machine, from Debian's
# packages, and compares the results with a run without Slurm.
# docs/clusters.md describes it. It needs root and the packages slurm-wlm and munge:
#
#     harness/tests/slurm/try.sh target/release/optile
set -euo pipefail
optile=$(realpath "${1:?the program is missing: expected the path of optile}")
home=$(mktemp -d)
# The daemons run as root here, and no other daemons of Slurm run on the
# machine.
export SLURM_CONF=$home/slurm.conf
pids=()
finish() {
    kill "${pids[@]}" 2>/dev/null || true
    rm -rf "$home"
}
trap finish EXIT

pgrep -x munged >/dev/null || service munge start
host=$(hostname -s)
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
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SchedulerType=sched/backfill
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
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

strategies=(--strategy astar:manhattan --strategy idastar:manhattan)
"$optile" slurm smoke --shards 4 --out "$home/parts" --time 5:00 -- "${strategies[@]}" >"$home/job.sh"
sbatch --wait "$home/job.sh"
cat "$home"/parts/*.log
"$optile" merge "$home"/parts/shard-?  --out "$home/parts/all"
# If it is submitted again, it has nothing left to do.
sbatch --wait "$home/job.sh"
"$optile" merge "$home"/parts/shard-? --out "$home/parts/all"

"$optile" run smoke "${strategies[@]}" --quiet --out "$home/alone"
for folder in parts/all alone; do
    cut -d, -f 1,3-16 "$home/$folder/results.csv" | sort >"$home/${folder//\//-}.rows"
done
diff "$home/parts-all.rows" "$home/alone.rows"
echo "four jobs made the same $(($(wc -l <"$home/alone.rows") - 1)) rows as one run"
