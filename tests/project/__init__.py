"""What is shipped, and how the tests themselves run."""
