"""Servers, databases and what connects them fail while people play: nothing acknowledged is lost, and all goes on."""
