"""Sushi Go!, first edition."""

from okawari.rules.menus.menu import Menu

MENU = Menu("sushi-go-first")
