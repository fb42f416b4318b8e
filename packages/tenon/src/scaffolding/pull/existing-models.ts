import { basename } from 'node:path'
import type { Schema } from '../../data/migrations/difference/schema.ts'
import { type DeclaredModel, findDeclared } from '../generators/model-entries.ts'
import type { Project } from '../generators/project.ts'
import { type ModelName, splitWords } from './model-names.ts'

/** The models that an application already has. The new ones may refer to them. */
export interface ExistingModels {
  readonly schema: Schema
  /** By table. */
  readonly names: ReadonlyMap<string, ModelName>
}

/** Finds the models of tables that migrations have created. */
export function findExistingModels(project: Project, schema: Schema): ExistingModels {
  const declared = readDeclared(project).filter(
    ({ base, model, table }) => base === 'Model' && model !== '' && schema.has(table),
  )
  const names = declared.map(
    ({ model, table, file }) => [table, { model, file, words: splitWords(model) }] as const,
  )
  return { schema, names: new Map(names) }
}

/** Whether a model of the application reads a view of the database already. */
export function hasView(project: Project, name: string): boolean {
  return readDeclared(project).some(({ base, table }) => base === 'DatabaseView' && table === name)
}

/** All models and views, with the files that declare them. */
function readDeclared(project: Project): readonly (DeclaredModel & { readonly file: string })[] {
  const paths = project.list('app/models').filter((path) => path.endsWith('.ts'))
  return paths.flatMap((path) =>
    findDeclared(project.read(`app/models/${path}`) ?? '').map((declared) => ({
      ...declared,
      file: basename(path, '.ts'),
    })),
  )
}
