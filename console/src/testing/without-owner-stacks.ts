import * as React from 'react'

// React in development takes a stack trace of each element that is made, up to ten thousand a second, so that its
// warnings can say who made it: a sixth of the time of drawn tests. Here it is told that it has taken them all. The
// field is React's own; where a new version has none, this fails and is to be looked at.
const name = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
const internals = (React as unknown as Record<string, { recentlyCreatedOwnerStacks?: number } | undefined>)[name]
if (internals?.recentlyCreatedOwnerStacks === undefined) throw new Error('React counts its owner stacks elsewhere now')
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => undefined })
