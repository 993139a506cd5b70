"""The small complete game that `townwright new-game` copies: change it into yours."""
