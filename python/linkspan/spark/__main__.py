"""``python -m linkspan.spark``: finds the links of all records of files, and writes them as Parquet files."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from typing import Any

from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, Observation, SparkSession
from pyspark.sql import functions as F

from linkspan.spark.files import SPLIT_LEN, find_links_in_files
from linkspan.spark.progress import Progress


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program, and return its exit status."""
    args = _parser().parse_args(arguments)
    builder = SparkSession.builder.appName("linkspan")
    if args.master:
        builder = builder.master(args.master)
    for setting in args.conf:
        name, equals, value = setting.partition("=")
        if not equals:
            raise SystemExit(f"--conf: expected NAME=VALUE, found {setting!r}")
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    try:
        summary = run(spark, args)
    except (AnalysisException, FileNotFoundError, TypeError, ValueError) as error:
        print(f"linkspan.spark: {error}", file=sys.stderr)
        return 2
    print(json.dumps(summary))
    return 0


def run(spark: SparkSession, args: argparse.Namespace) -> dict[str, Any]:
    """Find and write the links, and return what was counted."""
    start = time.monotonic()
    options = dict(_option(option) for option in args.option)
    df = find_links_in_files(
        spark,
        args.input,
        args.format,
        column=args.column,
        fields=args.fields,
        profile=args.profile,
        offsets=args.offsets,
        split_len=args.split_len,
        **options,
    )
    counts = Observation("linkspan")
    df = df.observe(
        counts,
        F.count(F.lit(1)).alias("records"),
        F.count("error").alias("bad_records"),
        F.coalesce(F.sum(F.size(F.coalesce("links", F.array()))), F.lit(0)).alias("links"),
    )
    with Progress(spark.sparkContext, interval=args.progress):
        write(df, args.output)
    return {**counts.get, "seconds": round(time.monotonic() - start, 1)}


def write(df: DataFrame, output: str) -> None:
    """Write the rows, with one folder per input file. Folders of the same files are replaced, others are kept."""
    # Short, and different for different files.
    name = F.expr("right(substring_index(file, '/', -1), 100)")
    digest = F.substring(F.sha2(F.col("file").cast("binary"), 256), 1, 8)
    (
        df.withColumn("part", F.concat_ws("-", name, digest))
        .write.mode("overwrite")
        .option("partitionOverwriteMode", "dynamic")
        .partitionBy("part")
        .parquet(output)
    )


def _option(option: str) -> tuple[str, Any]:
    name, equals, value = option.partition("=")
    if not equals:
        raise SystemExit(f"--option: expected NAME=VALUE, found {option!r}")
    name = name.replace("-", "_")
    if name in ("schemes", "tlds", "never", "names", "refuse"):
        return name, value.split(",")
    if name == "literal":
        return name, value != "false"
    return name, int(value) if name == "length_limit" and value.isdigit() else value


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m linkspan.spark",
        description="Finds the links of all records of files with Apache Spark. "
        "Writes Parquet files with one row per record: file, record, links, error. "
        "A second run replaces the rows of the same files. "
        "Prints the number of records, bad records and links as JSON.",
    )
    parser.add_argument("input", nargs="+", help="files, folders or patterns")
    parser.add_argument("--output", required=True, help="the folder for the result")
    parser.add_argument(
        "--format",
        choices=["wet", "text", "parquet"],
        default="wet",
        help="the format of the input (default: wet)",
    )
    parser.add_argument("--column", default="text", help="the column of Parquet files (default: text)")
    parser.add_argument(
        "--fields",
        type=lambda names: names.split(","),
        help="the fields of a link, with commas between them (default: all)",
    )
    parser.add_argument("--profile", default="prose", help="(default: prose)")
    parser.add_argument(
        "--offsets",
        default="code-points",
        choices=["bytes", "code-points", "utf16"],
        help="what start and end count (default: code-points)",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="another option of the finder, such as emails=skip",
    )
    parser.add_argument(
        "--split-len",
        type=int,
        default=SPLIT_LEN,
        metavar="BYTES",
        help="the length of the parts into which text files are split",
    )
    parser.add_argument("--master", help="the URL of the cluster, as for spark-submit")
    parser.add_argument(
        "--conf",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting of Spark, as for spark-submit",
    )
    parser.add_argument(
        "--progress",
        type=float,
        default=1.0,
        metavar="SECONDS",
        help="how often progress is printed (default: 1)",
    )
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
