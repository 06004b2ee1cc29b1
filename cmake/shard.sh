# sh shard.sh I N COMMAND...: runs part I (1..N) of a GoogleTest executable, within the part that
# the environment selects.
GTEST_SHARD_INDEX=$((${GTEST_SHARD_INDEX:-0} * $2 + $1 - 1))
GTEST_TOTAL_SHARDS=$((${GTEST_TOTAL_SHARDS:-1} * $2))
export GTEST_SHARD_INDEX GTEST_TOTAL_SHARDS
shift 2
exec "$@"
