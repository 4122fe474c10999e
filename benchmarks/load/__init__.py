"""The load on a measured server: clients in processes of their own, so that they are not what limits it."""
