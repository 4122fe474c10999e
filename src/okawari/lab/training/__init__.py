"""Training of networks by self-play: masked PPO on many tables at once. Most modules here need PyTorch.

`options` and `folder` do without it.
"""
