"""How clients come to events."""

from __future__ import annotations

from collections.abc import Sequence

from ._caller import Caller
from ._ending import Cancellation
from ._event_stream import EventStream
from ._generated.types import Cursor, EventTopic, Id


class Listener:
    """What listens to events: every client."""

    _caller: Caller

    def events(
        self,
        *,
        topics: Sequence[EventTopic] | None = None,
        after: Cursor | None = None,
        from_height: int | None = None,
        subnet_id: Id | None = None,
        tx_id: Id | None = None,
        retries: int = 10,
        idle_timeout: float | None = 45.0,
        cancellation: Cancellation | None = None,
    ) -> EventStream:
        """What happens on the P-chain, from now on, from a height or behind a cursor.

        Nothing is sent before the first event is asked for. A node of AvalancheGo has no events.

        :param topics: which events; all of them when it is left out. `ready` and `reverted`
            always come.
        :param after: begins behind the event with this cursor.
        :param from_height: begins with the events of this height; of heights that are not there
            yet when they come. Not together with `after`.
        :param subnet_id: only validators of this subnet; the empty ID is the primary network.
        :param tx_id: only the transaction with this ID.
        :param retries: how many failures in a row, without an answer of the node between them,
            are borne.
        :param idle_timeout: takes a connection for broken after so many seconds without a sign of
            life, of which the node gives one in 15 s; None never does.
        :param cancellation: ends the stream from another thread.
        """
        given = {
            "topics": None if topics is None else ",".join(topics),
            "after": after,
            "fromHeight": None if from_height is None else str(from_height),
            "subnetID": subnet_id,
            "txID": tx_id,
        }
        query = {name: value for name, value in given.items() if value is not None}
        return EventStream(self._caller, query, retries, idle_timeout, cancellation)
