/** Why nothing was created: a message for whoever called the scaffolder. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
