"""Asks a node for three values at once, and prints its next two events."""

import asyncio
import sys

from couloir.aio import AsyncClient


async def main(url: str) -> None:
    async with AsyncClient(url) as client:
        height, supply, name = await asyncio.gather(
            client.platform.get_height(),
            client.platform.get_current_supply(),
            client.info.get_network_name(),
        )
        print("height", height.height, "supply", supply.supply, "network", name.network_name)

        async with client.batch() as batch:
            latest = batch.platform.get_block_by_height(height.height)
        print("bytes", latest.result().block)

        async with client.events(from_height=0) as events:
            count = 0
            async for event in events:
                print(event)
                count += 1
                if count == 2:
                    break


asyncio.run(main(sys.argv[1]))
