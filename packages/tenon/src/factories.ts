export { type Attributes, type Blueprint, Factory, factory } from './data/models/factory.ts'
export { seed, type Seeder } from './data/models/seeder.ts'
