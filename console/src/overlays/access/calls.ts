import { answer, client } from '../../api/client'
import { ApiError } from '../../api/errors'
import type { SaveExecutor } from '../../model/save-plan'

/** A removal that finds nothing, or a calendar that someone else came to use, has nothing left to do. */
async function unless(status: 404 | 409, call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof ApiError && error.status === status)) throw error
  }
}

/** Carries the steps of a Save out on the server. */
export const accessCalls: SaveExecutor = {
  async createCalendar(body) {
    return (await answer(client.POST('/links/v1/calendars', { body }))).id
  },
  async createLink(body) {
    return (await answer(client.POST('/links/v1', { body }))).id
  },
  async updateLink(link, body) {
    await answer(client.PATCH('/links/v1/{link}', { params: { path: { link } }, body }))
  },
  deleteLink(link) {
    return unless(404, answer(client.DELETE('/links/v1/{link}', { params: { path: { link } } })))
  },
  deleteCalendar(calendar) {
    const path = { calendar }
    return unless(409, unless(404, answer(client.DELETE('/links/v1/calendars/{calendar}', { params: { path } }))))
  },
}
