"""Sections 1 and 2: a batch is formed, and nothing joins it until its longest member ends."""

from .plain import arriving, fresh, is_decoding, is_done, iterations, process, row


def run_static(requests, batch_size):
    def starts(waiting, now, more_will_arrive):
        return len(waiting) >= batch_size or not more_will_arrive

    return run_tied(requests, batch_size, starts)


def run_dynamic(
    requests, max_batch_size, max_queue_delay=0, preferred_batch_sizes=(), max_queue_size=0
):
    def starts(waiting, now, more_will_arrive):
        full = len(waiting) >= max_batch_size
        preferred = len(waiting) in preferred_batch_sizes
        waited = now - waiting[0]["arrival"] >= max_queue_delay
        return full or preferred or waited

    return run_tied(requests, max_batch_size, starts, max_queue_size)


def run_tied(requests, size, starts, max_queue_size=0):
    everyone = fresh(requests)
    waiting, members, gone, rows = [], [], [], []

    for now in iterations(everyone, gone):
        rejected = []
        for request in arriving(everyone, now):
            if max_queue_size and len(waiting) >= max_queue_size:
                rejected.append(request)
            else:
                waiting.append(request)

        if all(is_done(member) for member in members):  # the engine is idle
            members = []
            more = any(request["arrival"] > now for request in everyone)
            if waiting and starts(waiting, now, more):
                members, waiting = waiting[:size], waiting[size:]

        batch = []
        for member in members:
            if is_done(member):
                continue  # its slot is held, it does nothing
            batch.append((member, 1 if is_decoding(member) else member["prompt"]))
        ran = process(batch)

        completed = [member for member, _ in batch if is_done(member)]
        running = [member for member in members if not is_done(member)]
        gone += completed + rejected
        rows.append(
            row(
                ran=ran,
                rejected=rejected,
                completed=completed,
                waiting=waiting,
                running=running,
            )
        )
    return rows
