"""Event subscriptions of clients."""

from __future__ import annotations

from collections.abc import Sequence

from ._caller import Caller
from ._ending import Cancellation
from ._event_stream import EventStream
from ._generated.types import Cursor, EventTopic, Id, NodeID, WatchID


class Listener:
    """The base class of clients that subscribe to events."""

    _caller: Caller

    def events(
        self,
        *,
        topics: Sequence[EventTopic] | None = None,
        after: Cursor | None = None,
        from_height: int | None = None,
        subnet_id: Id | None = None,
        tx_id: Id | None = None,
        address: str | None = None,
        node_id: NodeID | None = None,
        validation_id: Id | None = None,
        watch_id: WatchID | None = None,
        retries: int = 10,
        idle_timeout: float | None = 45.0,
        cancellation: Cancellation | None = None,
    ) -> EventStream:
        """Subscribe to events of the P-chain: new ones, from a height, or after a cursor.

        The first wait for an event connects. AvalancheGo has no events.

        :param topics: the topics to receive; block, transaction and validator by default. `ready`
            and `reverted` are always sent. The others need the node's ledger.
        :param after: starts after the event with this cursor.
        :param from_height: starts with the events of this height, which can be in the future.
            Cannot be combined with `after`.
        :param subnet_id: only validators, rewards, staking periods and L1 validators of this
            subnet; the empty ID is the primary network.
        :param tx_id: only the transaction with this ID.
        :param address: only the balance, rewards and staking periods of this address.
        :param node_id: only validators, rewards, staking periods and L1 validators of this node.
        :param validation_id: only this L1 validator.
        :param watch_id: the events of this watch, in place of those of the topics.
        :param retries: how many consecutive failures, without a response from the node between
            them, the stream tolerates.
        :param idle_timeout: seconds that the node can be silent before the connection is
            replaced; None means no limit. The node sends a comment every 15 s.
        :param cancellation: ends the stream from another thread.
        """
        query = events_query(
            topics,
            after=after,
            fromHeight=from_height,
            subnetID=subnet_id,
            txID=tx_id,
            address=address,
            nodeID=node_id,
            validationID=validation_id,
            watchID=watch_id,
        )
        return EventStream(self._caller, query, retries, idle_timeout, cancellation)


def events_query(topics: Sequence[EventTopic] | None, **others: object) -> dict[str, str]:
    """Return the members of a query that are given, as text, by their names in the URL."""
    given = {"topics": None if topics is None else ",".join(topics), **others}
    return {name: str(value) for name, value in given.items() if value is not None}
