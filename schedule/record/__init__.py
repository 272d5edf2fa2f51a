"""The record of a schedule's steps, and reports about the program that they made."""
