# Texts of the server in English, from which the others are translated.

language-name = English
languages = Languages

## The sign-in page

sign-in = Sign in
sign-in-title = Username and password
sign-in-lead = The console opens when these are right.
username = Username
password = Password
passkey = Sign in with a passkey
passkey-failed = That did not work: no passkey was shown. Try again, or sign in with username and password.
provider = Continue with { $provider }
forgot-password = Forgot your password?
create-account = Create an account

## Its second step

code-title = One-time code
code-lead = Type the six digits that your authenticator app shows now, or one of your recovery codes.
code = Code
start-over = Sign in as somebody else

## The page for whoever was given a password that is to be replaced

new-password-title = Choose a new password
new-password-lead = The password that you were given works this once. Choose one of your own: long, or of letters, digits and signs mixed.
new-password = New password
repeated-password = New password once more
new-password-button = Save and sign in

## Why somebody is not signed in

error = Error
problem-wrong = The username or the password is not right.
problem-missing = Enter both your username and your password.
problem-stale = This page had been open for too long. Please sign in once more.
problem-too-many = Too many wrong passwords. Try again in { wait }.
problem-too-often = Too many sign-ins with this account. Try again in { wait }.
problem-wrong-code = This code is not right, or was used already. Each one counts once.
problem-missing-code = Enter the code of your app, or a recovery code.
problem-too-many-codes = Too many wrong codes. Try again in { wait }, or use a recovery code.
problem-wrong-passkey = This passkey does not sign anybody in here. Use another one, or username and password.
problem-too-many-passkeys = Too many attempts with passkeys. Try again in { wait }.
problem-too-many-providers = Too many attempts. Try again in { wait }.
problem-unlike-passwords = Enter the password twice, alike.
problem-weak-password = This password is too easy to guess, or many people have it. Choose another one.
problem-same-password = This is the password that you were given. Choose another one.

problem-too-many-links = Too many links were opened here. Try again in { wait }.
problem-no-address = Enter an e-mail address, such as anna@example.com.
problem-no-name = Enter the name that others see.
problem-too-many-sign-ups = Accounts were asked for too often. Try again in { wait }.
problem-busy = Many people are signing in just now. Try again in a moment.
problem-not-set-up = Nobody has set this server up yet. It wrote the address for that when it was started.
problem-failed = Something went wrong on our side, and you are not signed in. Try again in a moment.

# $unit is "second" or "minute", $count how many.
wait =
    { $unit ->
        [second]
            { $count ->
                [one] { $count } second
               *[other] { $count } seconds
            }
       *[minute]
            { $count ->
                [one] { $count } minute
               *[other] { $count } minutes
            }
    }

## The page of a link by which an owner signs in: $username is theirs

owner-link-title = Sign in by this link
owner-link-lead = The link signs you in as { $username }, once.
owner-link-over = This link does not work
owner-link-over-why = It was used already, its 15 minutes are over, or the password was changed. Whoever runs the server makes another one by the command “cardea owner link”.

## The pages of a sign-up: $address is where the letter went

email = E-mail address
display-name = Your name
repeat-password = Repeat password
password-form = Good enough from about 11 characters on, with capital and small letters and digits.
sign-up-title = Create an account
sign-up-lead = We send a link to your address; it opens the account.
sign-up-lead-invited = Accounts are for people who are invited. If there is an invitation to your address, we send a link to it.
sign-up-send = Send the link
sign-up-sent = Look for the mail
sign-up-sent-why = If the address can have an account here, a mail is on its way to it. Its link works for 24 hours. You may close this page.
sign-up-confirm-lead = Your address { $address } is confirmed. Choose your name and a password.
sign-up-create = Create the account
sign-up-over = This link does not work
sign-up-over-why = It was used already, its 24 hours are over, or a later mail took its place. If you have chosen a password, sign in; otherwise ask for another link.
sign-up-closed = There are no accounts to be had here
sign-up-closed-why = Whoever runs this server has switched it off. Ask the person whose doors you want to open.

## What came of a way to another sign-in and back: $provider is what that is called

provider-back = Back
provider-over = That does not count any more
provider-over-why = It began in another browser or with another sign-in, more than ten minutes ago, or was used already. Begin again.
provider-declined = Not signed in
provider-declined-why = { $provider } let nobody in, or you turned back there. Nothing has changed here.
provider-away = { $provider } does not answer
provider-away-why = Nobody can sign in by { $provider } at the moment. Try again a little later, or sign in another way.
provider-unproven = That could not be checked
provider-unproven-why = What { $provider } answered does not hold, so nobody was signed in. Begin again. If it stays so, tell whoever runs this server.
provider-not-linked = No account to sign in to
provider-not-linked-why = Nobody here is linked to your account at { $provider }. If you have an account here, sign in to it as usual and link it to { $provider } under “My account”. Otherwise ask whoever may invite you.
provider-linked = Not linked
provider-linked-elsewhere-why = This account at { $provider } signs somebody else in here. Sign in to another one there, or take the link of the other away first.
provider-linked-already-why = Your account here is linked to another one at { $provider }. Take that link away first.
provider-too-many = Too many attempts

## The page for a request whose client or return address is not registered

unregistered = This address leads nowhere
unregistered-why =
    The program that sent you here is not known to this server, or it gave a return address that is not registered. You have not been
    signed in and nothing was passed on. Open the console by its own address and sign in there.

## Letters, which are sent as mail: $product is the product's name, $address where its console is

letter-link = If the button does not work, open this address:
letter-from = { $product } at { $address } sent this mail. Nobody reads what is sent back to it.

password-reset-subject = Choose a new password for { $product }
password-reset-title = Choose a new password
password-reset-why = Somebody, probably you, asked for a new password for your account at { $product }.
password-reset-button = Choose a password
password-reset-until =
    { $hours ->
        [one] The button works once, for { $hours } hour. A later mail like this one takes its place.
       *[other] The button works once, for { $hours } hours. A later mail like this one takes its place.
    }
password-reset-else = If it was not you, there is nothing to do: your password stays as it is.

sign-up-letter-subject = Your account at { $product }
sign-up-letter-title = Create your account
sign-up-letter-why = Somebody, probably you, asked for an account with this address at { $product }.
sign-up-letter-button = Choose name and password
sign-up-letter-until =
    { $hours ->
        [one] The button works once, for { $hours } hour. A later mail like this one takes its place.
       *[other] The button works once, for { $hours } hours. A later mail like this one takes its place.
    }
sign-up-letter-else = If it was not you, there is nothing to do: without you there will be no account.

account-there-subject = You have an account at { $product }
account-there-title = You have an account already
account-there-why = Somebody, probably you, asked for an account with this address at { $product }. You have one: sign in with this address and your password.
account-there-button = Sign in
account-there-forgotten = If you forgot the password, the sign-in page leads to a new one.
account-there-else = If it was not you, there is nothing to do: your account stays as it is.

# $sender is who invites, $domain the domain they invite to, $count how many doors there are beside those that are named
invitation-subject = You are invited to open doors with { $product }
invitation-title = You are invited
invitation-why = “{ $sender }” invites you to { $domain }.
invitation-doors = You may then open:
invitation-more =
    { $count ->
        [one] and { $count } more door
       *[other] and { $count } more doors
    }
invitation-door-from = { $door }: from { $from }
invitation-door-until = { $door }: until { $until }
invitation-door-between = { $door }: from { $from } until { $until }
invitation-hours = At which hours you may open them stands beside the doors.
invitation-button = Look at the invitation
invitation-until =
    { $days ->
        [one] The invitation is open for { $days } day.
       *[other] The invitation is open for { $days } days.
    }
invitation-else = If you do not know “{ $sender }”, there is nothing to do: without you nothing comes of it.

new-sign-in-subject = New sign-in to your account at { $product }
new-sign-in-title = New sign-in
new-sign-in-why = Somebody, probably you, signed in to your account at { $product } from a browser or a place that was not known before.
new-sign-in-when = Time: { $when }
new-sign-in-from = Network address: { $from }
new-sign-in-with = Browser or program: { $with }
new-sign-in-button = Open { $product }
new-sign-in-own = If it was you, there is nothing to do.
new-sign-in-else = If it was not you, choose a new password at once: it signs everybody out. Then look in your account at where you are signed in, at passkeys and at other sign-ins, and take away what is not yours.

password-changed-subject = New password of your account at { $product }
password-changed-title = Your password was changed
password-changed-why = The account that you sign in to with this address at { $product } has another password. What was signed in with the old one is signed out.
password-changed-button = Choose another password
password-changed-own = If it was you, or somebody who looks after your account and told you, there is nothing to do.
password-changed-else = If it was not you, choose another one at once: we send a link to this address.

two-factor-removed-subject = Two-factor sign-in of your account at { $product } is off
two-factor-removed-title = Two-factor sign-in was switched off
two-factor-removed-why = Signing in to your account at { $product } takes no one-time code any more.
two-factor-removed-button = Open { $product }
two-factor-removed-own = If it was you, there is nothing to do.
two-factor-removed-else = If it was not you, choose a new password at once: it signs everybody out. Then switch two-factor sign-in on again in your account.

passkey-added-subject = New passkey of your account at { $product }
passkey-added-title = A passkey was added
passkey-added-why = Somebody, probably you, added a passkey, which signs in to your account at { $product } without a password.
passkey-added-button = Open { $product }
passkey-added-own = If it was you, there is nothing to do.
passkey-added-else = If it was not you, choose a new password at once by "Forgot your password?": it signs everybody out and takes all passkeys away.

passkey-removed-subject = A passkey of your account at { $product } was removed
passkey-removed-title = A passkey was removed
passkey-removed-why = A passkey of your account at { $product } was removed, and signs nobody in any more. A password that is set by a link or by somebody else removes them all.
passkey-removed-button = Open { $product }
passkey-removed-own = If it was you, there is nothing to do.
passkey-removed-else = If it was not you, choose a new password at once: it signs everybody out.

provider-linked-subject = Your account at { $product } is linked to another sign-in
provider-linked-title = Another sign-in was linked
provider-linked-why = Somebody, probably you, linked your account at { $product } to an account at a provider, which signs in to it without a password from now on.
provider-linked-name = Provider: { $provider }
provider-linked-account = Account there: { $account }
provider-linked-button = Open { $product }
provider-linked-own = If it was you, there is nothing to do.
provider-linked-else = If it was not you, choose a new password at once by “Forgot your password?”: it signs everybody out and unlinks all other sign-ins.

provider-unlinked-subject = Your account at { $product } was unlinked from another sign-in
provider-unlinked-title = Another sign-in was unlinked
provider-unlinked-why = Your account at { $product } is not linked to an account at a provider any more: that signs nobody in to it now. A password that is set by a link or by somebody else unlinks them all.
provider-unlinked-button = Open { $product }
provider-unlinked-own = If it was you, there is nothing to do.
provider-unlinked-else = If it was not you, choose a new password at once: it signs everybody out.

domain-handed-over-subject = A domain at { $product } is yours now
domain-handed-over-title = You own a domain now
domain-handed-over-why = The owner of a domain at { $product }, which you help to run, has handed it over to you. It goes by your username from now on. Whoever owned it stays as an administrator: you decide for how long.
domain-handed-over-button = Open { $product }
domain-handed-over-own = If somebody else gave you your password, choose one of your own by "Forgot your password?": it signs everybody out and takes all passkeys away.
domain-handed-over-else = If you do not want it, hand it back where your account says Leave.

token-created-subject = New token of your account at { $product }
token-created-title = A token was created
token-created-why = Somebody, probably you, created a token, by which a program acts at { $product } as you.
token-created-name = Name: { $name }
token-created-end = Ends: { $end }
token-created-button = Open { $product }
token-created-own = If it was you, there is nothing to do.
token-created-else = If it was not you, choose a new password at once: it signs everybody out and ends all tokens. Your account shows those that there are.

# $sender is who created the account, $domain the domain it belongs to
account-created-subject = You have an account at { $product } now
account-created-title = You have an account
account-created-why = “{ $sender }” created an account for you in { $domain }.
account-created-username = You sign in with { $username }.
account-created-button = Sign in
account-created-password = The password is not in this mail: “{ $sender }” tells you.
account-created-else = If you do not know “{ $sender }”, there is nothing to do.
# $domain is the domain that the doors belong to
access-given-subject = You may open doors of { $domain }
access-given-title = You have access
access-given-why = { $domain } has given you access.
access-given-doors = You may now open:
access-given-button = Go to your doors
access-given-else = When you may open each of them stands beside it.

access-ending-subject = Your access to doors of { $domain } is about to end
access-ending-title = Your access is about to end
access-ending-why = Your access to doors of { $domain } ends soon.
access-ending-doors = It ends at these times, by the clock of each door:
access-ending-button = Go to your doors
access-ending-else = If you need it for longer, ask whoever gave it to you.
