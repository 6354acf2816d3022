"""What the bars of the documentation measure. `manage.py bench` runs them; a bar is never a timed test."""
