"""Question 6: what the 23x is, and what it is not."""

TABLE = {
    "q6_inside.ask": "What is inside the {figure}, according to the record?",
    "q6_inside.a": "The effect of PagedAttention, and nothing else.",
    "q6_inside.b": "The effects of two things, continuous batching and PagedAttention.",
    "q6_inside.c": (
        "The effects of continuous batching, PagedAttention and further optimisations, and how "
        "much each contributes was measured."
    ),
    "q6_inside.d": (
        "The effects of continuous batching, PagedAttention and further optimisations, and they "
        "were not told apart."
    ),
    "q6_inside.a.told": (
        "If it did, the row “Measured together” would have one entry on vLLM's card. Count them."
    ),
    "q6_inside.b.told": (
        "If it did, two entries would stand in the row “Measured together” on vLLM's card. Count "
        "them, and read the last one."
    ),
    "q6_inside.c.told": (
        "If it did, the row “Measured together” would say so. Read its last sentence on vLLM's "
        "card."
    ),
    "q6_inside.d.told": (
        "The figure belongs to the system, and to none of its parts. The row “Measured "
        "together” says: {parts}."
    ),
    "q6_lead.ask": (
        "{other_figure} for other implementations of continuous batching, {figure} for vLLM: "
        "nearly three times as much. What does that lead tell about PagedAttention?"
    ),
    "q6_lead.a": (
        "It cannot be credited to PagedAttention alone: in one and the same test, the two sides "
        "differ in more than that."
    ),
    "q6_lead.b": "It is PagedAttention's share: everything else is the same on both sides.",
    "q6_lead.c": "Nothing at all: the two were tested under different loads and baselines.",
    "q6_lead.d": "It is an upper limit that the authors split up into shares later.",
    "q6_lead.a.told": (
        "Even 23 / 8 has no single cause. What vLLM's card has and the other one has not: "
        "{more}. The authors only surmise what matters most."
    ),
    "q6_lead.b.told": (
        "If it did, the two cards would differ in one entry of the row “Measured together”. Put "
        "them side by side and cross out what stands on both."
    ),
    "q6_lead.c.told": (
        "If it did, the rows “Load” and “Compared with” would differ between the two cards. Read "
        "both."
    ),
    "q6_lead.d.told": (
        "If it did, the shares would be part of the record. Read what the row “Does not show” says "
        "about shares on vLLM's card."
    ),
    "q6_says.ask": "Which of these sentences does the record bear out?",
    "q6_says.a": "On one A100-40GB, vLLM answers a request in a 23rd of the time.",
    "q6_says.b": (
        "On one A100-40GB, vLLM can take 23 times as many users who come and go all day."
    ),
    "q6_says.c": (
        "On one A100-40GB, under a burst of 1,000 requests, vLLM reached up to 23 times the "
        "throughput of naive static batching."
    ),
    "q6_says.d": (
        "On one A100-40GB, vLLM reached up to 23 times the throughput of vLLM without "
        "PagedAttention."
    ),
    "q6_says.a.told": (
        "If it did, the metric would be a latency. Read the row “Metric” on the card."
    ),
    "q6_says.b.told": (
        "If it did, requests would have kept arriving in the test. Read the rows “Load” and “Does "
        "not show” on the card."
    ),
    "q6_says.c.told": (
        "Model, hardware, load, baseline and metric go with the number, and it says what it "
        "can: {figure}, {vllm.model}, {hardware}, against {baseline}."
    ),
    "q6_says.d.told": (
        "If it did, the baseline would be vLLM itself, with one part switched off. Read the row "
        "“Compared with” on the card."
    ),
}
