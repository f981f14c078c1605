"""The rules, under the names that the course gave them."""
