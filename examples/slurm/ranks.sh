#!/bin/bash
# Makes the runs of a suite one after the other, each by all ranks of one job together:
#
#     sbatch --ntasks=16 --cpus-per-task=32 --mem=200G examples/slurm/ranks.sh \
#         korf100 /scratch/ranks --strategy hda-mpi:manhattan
#     optile report /scratch/ranks
#
# Arguments after the folder are those of `optile-mpi run`, which must be built with its
# feature `mpi`. If the same line is submitted again, it makes the runs that are missing.
# docs/clusters.md says more.

#SBATCH --job-name=optile-mpi
#SBATCH --ntasks=2
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=1
#SBATCH --time=4:00:00
#SBATCH --mem=8G
#SBATCH --output=optile-mpi-%j.log
# As Ctrl-C, to all ranks. If the shell got it, `srun` would only print a state.
#SBATCH --signal=INT@60
set -eu

suite=${1:?expected a suite and a folder for the results}
results=${2:?expected a folder for the results}
shift 2
threads=${SLURM_CPUS_PER_TASK:-1}
# The ranks on one machine share its memory.
case " $* " in
*" --memory-limit"*) ;;
*) set -- ${SLURM_MEM_PER_NODE:+--memory-limit="$((
    SLURM_MEM_PER_NODE * 3 / 4 / ${SLURM_NTASKS_PER_NODE:-1}))MiB"} "$@" ;;
esac
# Slurm passes the number of cores on only if it is given again. If a rank ends early, the
# others would wait for it.
exec srun --mpi=pmix --kill-on-bad-exit=1 --cpus-per-task="$threads" \
    "${OPTILE_MPI:-optile-mpi}" run "$suite" --quiet --threads "$threads" --out "$results" "$@"
