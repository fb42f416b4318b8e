/** Why nothing was created: a message for the user of the scaffolder. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
