"""Question 4: why queueing under overload stays."""

TABLE = {
    "q4_waiting.ask": (
        "{arrivals} arrive in each iteration, {served} are served, and the queue is unbounded. "
        "The picture ends after {short} iterations. Let it go on: how many wait at the end of "
        "iteration {last}? Iterations count from 0."
    ),
    "q4_waiting.told": (
        "Arrivals minus service, in every iteration, for as long as it lasts. Nothing that "
        "composes batches appears in that sum but the service rate."
    ),
    "q4_waiting.look": (
        "Read how many wait after iterations 0, 1 and 2 in the picture. By how much does the "
        "queue grow each time, and how many iterations are there up to number {last}?"
    ),
    "q4_waiting.mistake.one_less": (
        "One iteration is missing. Look at iteration 0 in the picture: the queue is not empty "
        "after it."
    ),
    "q4_waiting.mistake.arrived": "So many have arrived. Some of them have been served.",
    "q4_waiting.mistake.completed": "So many have been served. Asked for are those who wait.",
    "q4_waiting.mistake.growth": (
        "By so many the queue grows in one iteration. It grows in every one of them."
    ),
    "q4_waiting.mistake.short": (
        "So many wait where the picture ends. The arrivals go on until iteration {last}."
    ),
    "q4_bounded.ask": (
        "Back to {short} iterations. Untick “unbounded queue” and leave {places:place|places}. "
        "The arrivals and the service are as before. What is different at the end?"
    ),
    "q4_bounded.a": "More requests have been completed: the engine has no long queue to carry.",
    "q4_bounded.b": (
        "As many have been completed. Those for whom there is no place are rejected, instead of "
        "waiting."
    ),
    "q4_bounded.c": "Fewer have been completed: rejecting takes service away.",
    "q4_bounded.d": "Fewer have arrived: nobody comes to a full queue.",
    "q4_bounded.a.told": (
        "If it did, the completed layer would be thicker with a bounded queue. Tick the box and "
        "untick it again, and read the sum of the last iteration each time."
    ),
    "q4_bounded.b.told": (
        "The surplus has only changed its name. {unbounded.arrived} arrived in both runs and "
        "{unbounded.completed} were completed. Of the {unbounded.waiting} who would wait, "
        "{bounded.rejected} were told no at once."
    ),
    "q4_bounded.c.told": (
        "If it did, the completed layer would be thinner with a bounded queue. A rejection takes "
        "place in step 3 and uses no slot and no token. Compare the sums of the last iteration."
    ),
    "q4_bounded.d.told": (
        "If it did, the whole stack would be lower. Arrivals are what the users do, and no limit "
        "of ours reaches them. Compare the heights of the last column."
    ),
    "q4_faster.ask": (
        "Better batching raises the service from {served} to {faster} per iteration. {arrivals} "
        "still arrive, and the queue is unbounded. What does the queue do?"
    ),
    "q4_faster.a": "It grows as before: batching has no influence on a queue.",
    "q4_faster.b": "It stops growing: so much more service is enough.",
    "q4_faster.c": "It grows at first, and stops once the engine is fully used.",
    "q4_faster.d": "It grows more slowly, and does so for as long as arrivals go on.",
    "q4_faster.a.told": (
        "If it did, the slope of the grey layer would not depend on the service. Move that slider "
        "by one and watch it."
    ),
    "q4_faster.b.told": (
        "If it did, nobody would wait at the end of iteration 0. Move the service to {faster} and "
        "read that column."
    ),
    "q4_faster.c.told": (
        "If it did, the grey layer would become level towards the end. Move the service to "
        "{faster} and compare its growth in the first iteration and in the last."
    ),
    "q4_faster.d.told": (
        "Batching moves the service rate, and only a rate that reaches the arrivals ends the "
        "growth. With one request too many per iteration, the queue has no end either."
    ),
}
