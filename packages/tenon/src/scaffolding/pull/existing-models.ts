import { basename } from 'node:path'
import type { Schema } from '../../data/migrations/difference/schema.ts'
import type { Project } from '../generators/project.ts'
import { type ModelName, splitWords } from './model-names.ts'

/** The models that an application has already, to which the new ones may refer. */
export interface ExistingModels {
  readonly schema: Schema
  /** By table. */
  readonly names: ReadonlyMap<string, ModelName>
}

/** Finds the models of tables that migrations have created. */
export function findExistingModels(project: Project, schema: Schema): ExistingModels {
  const files = project.list('app/models').filter((file) => file.endsWith('.ts'))
  const names = files.flatMap((file) => {
    const text = project.read(`app/models/${file}`) ?? ''
    return [...text.matchAll(MODEL)].map(([, model = '', table = '']) => {
      return [table, { model, file: basename(file, '.ts'), words: splitWords(model) }] as const
    })
  })
  return { schema, names: new Map(names.filter(([table]) => schema.has(table))) }
}

const MODEL = /export class (\w+) extends Model\(\s*'(\w+)'/g
