"""Question 1: iteration-level scheduling against request-level batching."""

TABLE = {
    "q1_next.ask": (
        "R1 writes its last token in round {first_end}. Beside it R2 goes on until round "
        "{batch_end}. When does R3, the first in line, write its first token?"
    ),
    "q1_next.a": "Tied and refilled alike: in the round after R2's last token.",
    "q1_next.b": "Tied and refilled alike: in the round after R1's last token.",
    "q1_next.c": (
        "Tied: in the round after R1's last token. Refilled: in the round after R2's last token."
    ),
    "q1_next.d": (
        "Tied: in the round after R2's last token. Refilled: in the round after R1's last token."
    ),
    "q1_next.a.told": (
        "If it did, a freed slot would stay empty in both halves until the other one is free, too. "
        "Step to round {refilled_start} and read who holds slot 1 in each half."
    ),
    "q1_next.b.told": (
        "If it did, the slot of R1 would be passed on at once in both halves. Step to round "
        "{refilled_start}: in one of them slot 1 is held, and nobody gets a token from it."
    ),
    "q1_next.c.told": (
        "If it did, the tied batch would take R3 in while R2 still writes, and that is just what "
        "a tied batch cannot do. Step to round {refilled_start} and look at slot 1 of the upper "
        "half, then of the lower."
    ),
    "q1_next.d.told": (
        "A batch that is tied makes R3 wait for a stranger, and one that is composed anew "
        "in every round does not. Step to round {refilled_start}: slot 1 of the upper half is "
        "held for nothing, and that of the lower half works for R3."
    ),
    "q1_order.ask": (
        "In which order do the six requests write their last tokens when slots are refilled "
        "(the lower half)? Try it on paper first: {slots:slot|slots}, first come, first served."
    ),
    "q1_order.told": (
        "R1 to R6 take slots in the order of the line, and leave in the order in which they are "
        "done. Short ones that came late leave before long ones that came early: nobody is tied "
        "to a neighbour."
    ),
    "q1_order.look": (
        "You have {first} end before {second}. Find the right ends of both bars in the lower half "
        "and read the rounds."
    ),
    "q1_order.mistake.tied": (
        "This is the order of the upper half, where R1 and R2 must both be over before R3 begins. "
        "In the lower half the line moves on whenever one slot is free."
    ),
    "q1_order.mistake.shortest": (
        "This is the order of the lengths, as if all had begun together. But there are "
        "{slots:slot|slots}: a short request at the end of the line first has to get one."
    ),
    "q1_alike.ask": (
        "Now let all six write {equal} tokens each. By how many rounds is the lower half done "
        "sooner than the upper one?"
    ),
    "q1_alike.told": (
        "Requests of one length end together, so that being tied to one's neighbour costs "
        "nothing. What iteration-level scheduling gains comes from lengths that differ, and real "
        "answers do."
    ),
    "q1_alike.look": (
        "Type {equal} into the field of the lengths, once for each of the {requests} requests, or "
        "lay out both halves on paper, and compare the rounds in which the last request ends."
    ),
    "q1_alike.mistake.mixed": (
        "By so many rounds the mixed lengths are done sooner. Their gain came from slots that "
        "were held for nothing. How many of those are there when both members of a batch end "
        "together?"
    ),
}
