import { useState } from 'react'
import type { Problem } from '../../model/draft'
import type { Lack } from '../../ui/DateParts'

/** The fields of a draft of access that a person has left half filled in, and how one of them is told. */
export function useIncomplete() {
  const [incomplete, setIncomplete] = useState<readonly Problem[]>([])
  const onIncomplete = (field: Problem['field'], lack: Lack | null) =>
    setIncomplete((before) => [
      ...before.filter((one) => one.field !== field),
      ...(lack === null ? [] : [incompleteProblem(field, lack)]),
    ])
  return { incomplete, onIncomplete }
}

const incompleteProblem = (field: Problem['field'], lack: Lack): Problem => {
  const part = field === 'start' || field === 'end' ? 'dateIncomplete' : 'timeIncomplete'
  return { field, code: lack === 'part' ? part : lack }
}
