/** Changes to lists of days. */
import { writeDayList, type DayListContent } from '../../model/day-lists'
import { answer, client } from '../client'
import { removed } from './removal'

/** Makes a list; answers its id. Rejects with an `ApiError` when the server refuses. */
export async function createDayList(list: DayListContent): Promise<string> {
  return (await answer(client.POST('/links/v1/day_lists', { body: writeDayList(list) }))).id
}

/** Puts another content in the place of a list's, for all that use it. Rejects with an `ApiError` when the server refuses. */
export async function replaceDayList(day_list: string, list: DayListContent): Promise<void> {
  const params = { path: { day_list } }
  await answer(client.PUT('/links/v1/day_lists/{day_list}', { params, body: writeDayList(list) }))
}

/** Removes a list that nothing uses; where it has gone already, nothing is left to do. Rejects like `replaceDayList`. */
export async function removeDayList(day_list: string): Promise<void> {
  await removed(answer(client.DELETE('/links/v1/day_lists/{day_list}', { params: { path: { day_list } } })))
}
