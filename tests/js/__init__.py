"""The npm package beside Python."""
