import { namedDatabase } from 'tenon/database'

export const analytics = namedDatabase('analytics')
