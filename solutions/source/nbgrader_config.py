"""How nbgrader turns these notebooks into the ones that students get."""

c = get_config()  # noqa: F821 (nbgrader provides it)

c.ClearSolutions.code_stub = {"python": "# YOUR CODE HERE"}
c.ClearSolutions.text_stub = "*Write your answer here, in place of this line.*"
