"""The words in pictures of boards."""

TABLE = {
    "board.before": "before",
    "board.after": "after",
    "board.expected": "should be",
    "board.actual": "yours",
    "board.pending": "still to\narrive",
    "board.arriving": "arriving",
    "board.active": "active slots",
    "board.waiting": "waiting\nqueue",
    "board.rejected": "rejected",
    "board.completed": "completed",
    "board.budget": "budget left",
    "board.budget_left": "{left} of {budget}",
    "describe.board": "{title}: {lists}",
    "describe.board.pending": "still to arrive {who}",
    "describe.board.arriving": "arriving {who}",
    "describe.board.active": "on slots {who}",
    "describe.board.waiting": "waiting {who}",
    "describe.board.rejected": "rejected {who}",
    "describe.board.completed": "completed {who}",
    "describe.board.budget": "budget left {left} of {budget}",
}
