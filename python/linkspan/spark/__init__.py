"""Finds links in the columns and files of Apache Spark.

``find_links`` adds a column with the links of another column to a DataFrame. ``find_links_in_files`` reads Parquet files,
text files and the WET files of Common Crawl. ``python -m linkspan.spark`` does the same as a program.

The workers need the packages ``linkspan``, ``linkspan-arrow`` and ``pyarrow``.
"""

from linkspan.spark.columns import find_links, links_type
from linkspan.spark.files import find_links_in_files

__all__ = ["find_links", "find_links_in_files", "links_type"]
