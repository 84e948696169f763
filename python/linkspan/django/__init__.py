"""The filters ``urlize`` and ``urlizetrunc`` of `Django <https://pypi.org/project/Django/>`_, with the links of linkspan.

Add ``"linkspan.django"`` to ``INSTALLED_APPS`` and write ``{% load linkspan %}`` in a template. From then on, the filters
of this name in that template are those of linkspan. The setting ``LINKSPAN`` is a dictionary of the options of
:class:`linkspan.Finder`, such as ``{"profile": "strict"}``.
"""
