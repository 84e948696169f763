"""The configuration of the application."""

from django.apps import AppConfig


class LinkspanConfig(AppConfig):
    """Makes ``{% load linkspan %}`` available."""

    name = "linkspan.django"
    label = "linkspan"
