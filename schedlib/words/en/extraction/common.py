"""What is said of every probe."""

TABLE = {
    "blank": "Nothing is filled in yet. {form}",
    "form.choice": 'Write one letter in quotation marks, such as {name} = "a".',
    "form.number": "Write a whole number in digits, such as {name} = 42.",
    "form.ordering": ("Put the names in order, the first one first: {name} = [{things}]."),
    "choice.unknown": "Choose one of the letters {letters}, in quotation marks, not {answer}.",
    "choice.holds": "{letter}) holds.",
    "choice.fails": "{letter}) does not hold.",
    "number.type": "Write a plain whole number in digits, without quotation marks, not {answer}.",
    "number.right": "It is {answer}.",
    "number.wrong": "It is not {answer}.",
    "ordering.type": 'Write a list of names in quotation marks, such as ["X", "Y"], not {answer}.',
    "ordering.things": "Name each of {things} exactly once, not {answer}.",
    "ordering.right": "That is the order.",
    "ordering.wrong": "That is not the order.",
}
