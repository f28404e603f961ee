// The OpenAPI document of the server, as far as its reader page shows it.

/** A schema, or a reference to one with what is said of it in this place. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  pattern?: string
  minimum?: number
  maximum?: number
  maxItems?: number
  default?: unknown
  example?: unknown
  examples?: unknown[]
}

/** A body of one type. */
export interface Content {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { value?: unknown }>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  description?: string
  required?: boolean
  schema: Schema
  example?: unknown
}

export interface Answer {
  description: string
  headers?: Record<string, { description?: string; schema: Schema }>
  content?: Record<string, Content>
}

export interface OperationObject {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { description?: string; required?: boolean; content: Record<string, Content> }
  responses: Record<string, Answer>
  security?: Record<string, string[]>[]
}

export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OperationObject>>
  components: {
    schemas: Record<string, Schema>
    securitySchemes: Record<string, { flows?: Record<string, { scopes?: Record<string, string> }> }>
  }
}

/** Reads the document. Rejects when the server does not answer. */
export async function loadDocument(): Promise<OpenApi> {
  const response = await fetch('/openapi.json', { signal: AbortSignal.timeout(60_000) })
  if (!response.ok) throw new Error(`openapi.json: ${response.status}`)
  return (await response.json()) as OpenApi
}
