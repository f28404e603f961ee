import { useState } from 'react'
import type { Problem } from '../../model/problems'
import type { Lack } from '../../ui/DateParts'

/** Told what keeps a field, at a place where there are several, from having a value. */
export type OnIncomplete = (field: Problem['field'], lack: Lack | null, at?: string) => void

/** What is wrong with a field, at a place where there are several. */
export type ProblemOf = (field: Problem['field'], at?: string) => string | undefined

/** The fields of a draft of access that a person has left half filled in, and how one of them is told. */
export function useIncomplete() {
  const [incomplete, setIncomplete] = useState<readonly Problem[]>([])
  const onIncomplete: OnIncomplete = (field, lack, at) =>
    setIncomplete((before) => [
      ...before.filter((one) => one.field !== field || one.at !== at),
      ...(lack === null ? [] : [incompleteProblem(field, lack, at)]),
    ])
  return { incomplete, onIncomplete }
}

const parts: Partial<Record<Problem['field'], Problem['code']>> = {
  start: 'dateIncomplete',
  end: 'dateIncomplete',
  date: 'dayIncomplete',
}

const incompleteProblem = (field: Problem['field'], lack: Lack, at?: string): Problem => {
  const part = parts[field] ?? 'timeIncomplete'
  return { field, at, code: lack === 'part' ? part : lack }
}
