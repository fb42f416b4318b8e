import type { OwnWords } from './own-word.ts'

export const japanese: OwnWords = {
  'Bad Request': 'リクエストが正しくありません',
  Unauthorized: '認証されていません',
  'Log in first': '先にログインしてください',
  Forbidden: 'アクセスが許可されていません',
  'Confirm your password first': '先にパスワードを確認してください',
  'This link is not valid or has expired': 'このリンクは無効か、有効期限が切れています',
  'Another site sent this request': '別のサイトから送信されたリクエストです',
  'Not Found': '見つかりません',
  'Method Not Allowed': 'このメソッドは許可されていません',
  Conflict: 'ほかのデータと競合しています',
  'You are logged in as somebody else now: load the page again':
    '現在は別のユーザーとしてログインしています。ページを再読み込みしてください',
  'Payload Too Large': 'リクエストが大きすぎます',
  'A file is too large': 'ファイルが大きすぎます',
  '{problem}: at most {size}': '{problem}（{size} まで）',
  'Too many files': 'ファイルが多すぎます',
  'The {field} must be {kinds}': '{field}: 使用できるのは {kinds} です',
  'a picture': '画像',
  'a video': '動画',
  'a sound file': '音声ファイル',
  'plain text': 'テキスト',
  'The {field} must not be empty': '{field}: ファイルが空です',
  'The {field} must not be larger than {size}': '{field}: ファイルは {size} 以下にしてください',
  'The {field} must not have more than {count} megapixels':
    '{field}: 画像は {count} メガピクセル以下にしてください',
  'The {field} is damaged': '{field}: ファイルが壊れています',
  'The {field} was not uploaded; try again':
    '{field}: ファイルはアップロードされていません。もう一度お試しください',
  'Unsupported Media Type': 'この形式には対応していません',
  'The given data was invalid': '入力内容が正しくありません',
  'The {field} is taken': '{field}: この値はすでに使われています',
  'The {field} was not found': '{field}: 見つかりません',
  'The {field} is too long': '{field}: 長すぎます',
  'The {field} contains a character that is not allowed':
    '{field}: 使用できない文字が含まれています',
  'The {field} must have at most {count} characters': '{field}: {count} 文字以内にしてください',
  'The {field} must have at most {count} items': '{field}: {count} 件以内にしてください',
  'The {field} must be a number': '{field}: 数値を入力してください',
  'The {field} must be a whole number': '{field}: 整数を入力してください',
  'The {field} must be at most {max}': '{field}: {max} 以下にしてください',
  'The {field} must be between {min} and {max}':
    '{field}: {min} から {max} までの数値を入力してください',
  'The {field} must be a number with up to {whole} digits before the point and {places} after it':
    '{field}: 整数部 {whole} 桁、小数部 {places} 桁以内の数値を入力してください',
  'The {field} must be one of {values}': '{field}: 使用できるのは {values} です',
  'The {field} must be a date such as {example}':
    '{field}: {example} のような日付を入力してください',
  'The {field} must be a time such as {example}':
    '{field}: {example} のような時刻を入力してください',
  'The {field} must be between the years 1 and 9999':
    '{field}: 年は 1 から 9999 までにしてください',
  'The {field} must be a UUID': '{field}: UUID を入力してください',
  'A value cannot be stored': '保存できない値があります',
  'The {field} is not a valid {type}': '{field}: 値は{type}の形式ではありません',
  'The {columns} is not allowed': '{columns}: この値は使用できません',
  'The {columns} are not allowed together': '{columns}: これらの値は一緒に使用できません',
  'and {count} more': 'ほか{count}件',
  'Too Many Requests': 'リクエストが多すぎます',
  'Internal Server Error': 'サーバー内部エラー',
  'Service Unavailable': '現在ご利用いただけません',
  'The change may or may not have been made': '変更が保存されたかどうか確認できません',
  'Down for maintenance. Please try again soon.':
    'メンテナンス中です。しばらくしてからもう一度お試しください。',
  'Go to the start page': 'トップページへ',
  'The page is still as you left it.': 'ページはそのままの状態です。',
  'It may have been deleted meanwhile. The page is still as you left it: copy what you need, then reload.':
    'その間に削除された可能性があります。ページはそのままの状態です。必要な部分をコピーしてから再読み込みしてください。',
  'It may have been deleted meanwhile.': 'その間に削除された可能性があります。',
  Close: '閉じる',
  'Reload the page': 'ページを再読み込み',
  'The server cannot be reached': 'サーバーに接続できません',
  'That was not done yet: try again': 'まだ実行されていません。もう一度お試しください',
  'This form was changed by an update. Check it, and send it again.':
    '更新によりこのフォームが変更されました。内容を確認して、もう一度送信してください。',
  'These entries have no field any more:': '次の入力内容には対応する欄がなくなりました:',
  'Error {status}': 'エラー {status}',
}
