/** An answer of `GET /api/events`, for the OpenAPI document. */
export const exampleEvents = {
  events: [
    {
      id: 'ZXZlbnRzIDExMDAwMDAwMDAwMDAwMDAwMSAxNzk3MTAwMDAwIDAgNDcgMCAxNzk3MTAwMTAw',
      type: 'ban.added',
      at: 1_797_100_100,
      by: 'token:panel',
      object: {
        steamId: '76561198000070655',
        name: 'raider',
        reason: 'aimbot',
        note: 'ticket 7',
        until: null,
        addedBy: 'token:panel',
        addedAt: 1_797_100_100,
        importNumber: null,
      },
    },
  ],
  next: null,
  cursor: 'ZXZlbnRzIDExMDAwMDAwMDAwMDAwMDAwMSAxNzk3MTAwMDAwIDAgNDcgMCAxNzk3MTAwMTA1',
  hasMore: false,
}
