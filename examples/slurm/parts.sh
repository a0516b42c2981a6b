#!/bin/bash
# Runs a suite on a cluster with Slurm in eight parts, each a job of an array. The folder
# of results must be one that all machines share:
#
#     sbatch examples/slurm/parts.sh korf100 /scratch/korf --strategy astar:manhattan
#     optile merge /scratch/korf/part-* --out /scratch/korf/all
#
# Arguments after the folder are those of `optile run`. If the same line is submitted
# again, it makes the runs that are missing. Options of sbatch come before the script, such
# as `sbatch --array=1-50 --time=8:00:00`. docs/clusters.md says more.

#SBATCH --job-name=optile
#SBATCH --array=1-8
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --time=4:00:00
#SBATCH --mem=8G
#SBATCH --output=optile-%A-%a.log
# As Ctrl-C, to the shell that has become optile: the current run gets its row.
#SBATCH --signal=B:INT@60
set -eu

suite=${1:?expected a suite and a folder for the results}
results=${2:?expected a folder for the results}
shift 2
# Three quarters, because a process holds a little more than its strategy counts.
case " $* " in
*" --memory-limit"*) ;;
*) set -- ${SLURM_MEM_PER_NODE:+--memory-limit="$((SLURM_MEM_PER_NODE * 3 / 4))MiB"} "$@" ;;
esac
exec "${OPTILE:-optile}" run "$suite" --quiet \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --out "$results/part-$SLURM_ARRAY_TASK_ID" "$@"
